import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { statusOf } from '@lectern/contracts/core';
import { allOperations } from '@lectern/contracts/operations';
import { Metrics } from '@lectern/runtime';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { production, read, root } from '../tidy/workspace';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const rules: { readonly groups: readonly { readonly rules: readonly Alert[] }[] } = parse(
  read('helm/lectern/files/alerts.yaml'),
);
const alerts = rules.groups.flatMap((group) => group.rules);
const dashboards = readdirSync(join(root, 'helm/lectern/files/dashboards')).map((file): Dashboard =>
  JSON.parse(read(`helm/lectern/files/dashboards/${file}`)),
);
const runbooks = read('docs/operations/runbooks.md');
const panels = dashboards.flatMap((dashboard) => dashboard.panels);
const expressions = [
  ...alerts.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }): [string, string] => [title, expr])),
];

/** Labels of metrics of ours, by name, as the code declares them. */
const declared = new Map(
  production.flatMap((file) =>
    [
      ...read(file).matchAll(
        /\.(?:counter|gauges?|histogram)(?:<[^>]*>)?\(\{\s*name: '(\w+)'[\s\S]*?labels: \[([^\]]*)\]/g,
      ),
    ].map(([, name = '', labels = '']): [string, string[]] => [
      `lectern_${name}`,
      [...labels.matchAll(/'(\w+)'/g)].map(([, label = '']) => label),
    ]),
  ),
);

/** Labels that collectors of metrics add to each. */
const added = ['service', 'instance', 'job', 'pod', 'namespace', 'le'];

function namesIn(expression: string): readonly string[] {
  return [...expression.matchAll(/\b(?:lectern|process|nodejs)_\w+/g)].map(([name]) => name);
}

describe('alerts and dashboards', () => {
  let exposed: ReadonlySet<string>;

  beforeAll(async () => {
    const metrics = new Metrics();
    // Figures of collections appear with the first of them.
    globalThis.gc?.();
    const { body } = await metrics.text();
    exposed = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
  });

  it.each(expressions)('%s is a query that Prometheus understands', (_, expression) => {
    let errors = 0;
    // Grafana puts a duration there.
    parser.parse(expression.replaceAll('$__rate_interval', '5m')).iterate({
      enter: ({ type }) => {
        if (type.isError) errors++;
      },
    });
    expect(errors).toBe(0);
  });

  it('name figures that processes have', () => {
    const names = [...new Set(expressions.flatMap(([, expression]) => namesIn(expression)))];
    expect(names.length).toBeGreaterThan(8);
    const base = (name: string) => name.replace(/_(bucket|count|sum)$/, '');
    const unknown = names.filter((name) => ![name, base(name)].some((each) => exposed.has(each) || declared.has(each)));
    expect(unknown).toEqual([]);
  });

  it('name labels that those figures have', () => {
    const unknown = expressions.flatMap(([title, expression]) =>
      [...expression.matchAll(/\b(lectern_\w+?)(?:_bucket|_count|_sum)?\{([^}]*)\}/g)].flatMap(
        ([, name = '', matchers = '']) =>
          [...matchers.matchAll(/(\w+)\s*[=!]/g)]
            .map(([, label = '']) => label)
            .filter((label) => !added.includes(label) && !declared.get(name)?.includes(label))
            .map((label) => `${title}: ${name} has no ${label}`),
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('ask for operations and outcomes that there are', () => {
    const operations = allOperations.map(({ name }) => name);
    const asked = expressions.flatMap(([, expression]) => [...expression.matchAll(/operation=~"([^"]*)"/g)]);
    expect(asked.length).toBeGreaterThan(0);
    for (const [, pattern = ''] of asked) {
      const matching = new RegExp(`^(?:${pattern.replaceAll('\\\\', '\\')})$`);
      expect([pattern, operations.filter((name) => matching.test(name))]).not.toEqual([pattern, []]);
    }
    const outcomes = expressions.flatMap(([, expression]) =>
      [...expression.matchAll(/lectern_operation_seconds\w*\{outcome=~?"([^"]*)"/g)].flatMap(([, names = '']) =>
        names.split('|'),
      ),
    );
    expect(outcomes.filter((outcome) => !(outcome in statusOf))).toEqual([]);
  });

  it('are kept apart by name and number', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
    for (const { panels: own } of dashboards) expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
  });

  it('come with a page for each alert that says what to do, and no page for others', () => {
    const pages = new Map(
      runbooks
        .split(/^## /m)
        .slice(1)
        .map((page): [string, string] => [page.split('\n')[0] ?? '', page]),
    );
    expect([...pages.keys()]).toEqual(alerts.map(({ alert }) => alert));
    for (const { alert, annotations, labels } of alerts) {
      expect(annotations.runbook).toBe(`docs/operations/runbooks.md#${alert.toLowerCase()}`);
      expect(['critical', 'warning']).toContain(labels.severity);
      for (const part of ['**Means**', '**Look**', '**Do**'])
        expect([alert, pages.get(alert)]).toEqual([alert, expect.stringContaining(part)]);
    }
  });
});
