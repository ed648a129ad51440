import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@lectern/contracts';
import type { AnyOperation, EventDefinition } from '@lectern/contracts';
import { accountsOperations, isOperation } from '@lectern/gateway';

/** Programs that are no service on the bus. */
const noServices = new Set(['standalone', 'migrate', 'cli', 'console']);

const notShipped = /\.(spec|contract|bench|fixture)\.ts$|\/fixtures\//;

/** What one service does on the bus, by name of operation and event. */
export interface BusDuties {
  readonly handles: readonly string[];
  /** Of another service, handled where that one is elsewhere. */
  readonly standsInFor: readonly string[];
  readonly calls: readonly string[];
  readonly tells: readonly string[];
  readonly hears: readonly string[];
}

type Named = Readonly<Record<string, { readonly name: string }>>;

const declared = Object.entries<unknown>(contracts);
const operations = Object.fromEntries(
  declared.filter((entry): entry is [string, AnyOperation] => isOperation(entry[1])),
);
const events: Named = Object.fromEntries(
  declared.filter((entry): entry is [string, EventDefinition<unknown>] => isEvent(entry[1])),
);

/** An event is a name and nothing else. */
function isEvent(value: unknown): value is EventDefinition<unknown> {
  return typeof value === 'object' && value !== null && Object.keys(value).join() === 'name';
}

/** What every service of `apps/` does, as the source of its libs and the table of operations say. */
export function busDuties(root: string): ReadonlyMap<string, BusDuties> {
  const services = readdirSync(join(root, 'apps')).filter((app) => !noServices.has(app));
  return new Map(services.map((service) => [service, dutiesOf(sourcesOf(root, service))]));
}

/** Of all libs that a program imports, also by way of others, except contracts, which only declare. */
function sourcesOf(root: string, app: string): readonly string[] {
  const libs = new Map<string, readonly string[]>([['contracts', []]]);
  const follow = (sources: readonly string[]) => {
    for (const source of sources) {
      for (const [, lib = ''] of source.matchAll(/ from '@lectern\/([a-z-]+)'/g)) {
        if (libs.has(lib)) continue;
        const found = sourcesIn(join(root, 'libs', lib, 'src'));
        libs.set(lib, found);
        follow(found);
      }
    }
  };
  follow(sourcesIn(join(root, 'apps', app, 'src')));
  return [...libs.values()].flat();
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file.endsWith('.ts') && !notShipped.test(file))
    .map((file) => readFileSync(file, 'utf8'));
}

const imports = /^import[^;]*;$/gm;

function dutiesOf(sources: readonly string[]): BusDuties {
  const code = sources.map((source) => source.replace(imports, '')).join('\n');
  const handles = named(operations, (name) => new RegExp(`@Handles\\((\\w+\\.)?${name}\\)`), code);
  // The gateway of a zone stands in for an accounts host that is elsewhere.
  const linked = /\baccountsOperations\(/.test(code) ? accountsOperations(Object.values(operations)) : [];
  const own = new Set(handles);
  // The gateway calls every operation that has a route.
  const routes = /\bhttpOperations\(/.test(code) ? Object.values(operations).filter(({ http }) => http) : [];
  const called = sources.flatMap(mentionedIn).filter((name) => !own.has(name));
  return {
    handles,
    standsInFor: sorted(linked.map(({ name }) => name)),
    calls: sorted([...routes.map(({ name }) => name), ...called]),
    tells: named(events, (name) => new RegExp(`\\.publish\\(\\s*${name}\\b`), code),
    hears: named(events, (name) => new RegExp(`@On\\(${name}\\)`), code),
  };
}

/** Operations that a file imports and uses as values; a lib calls those that it does not handle. */
function mentionedIn(source: string): string[] {
  const imported = new Set((source.match(imports)?.join('\n') ?? '').match(/\w+/g));
  const own = Object.fromEntries(Object.entries(operations).filter(([constant]) => imported.has(constant)));
  const asValue = (name: string) => new RegExp(`(?<!typeof |@Handles\\((\\w+\\.)?)\\b${name}\\b`);
  return named(own, asValue, source.replace(imports, ''));
}

function named(definitions: Named, pattern: (constant: string) => RegExp, source: string): string[] {
  return sorted(
    Object.entries(definitions)
      .filter(([constant]) => pattern(constant).test(source))
      .map(([, { name }]) => name),
  );
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

/** What a service may do on NATS, as lists of subjects. */
export function permissionsOf(service: string, duties: BusDuties, prefix: string) {
  const { standsInFor, calls, tells, hears } = duties;
  const handles = sorted([...duties.handles, ...standsInFor]);
  const everyone = ['alive', 'left'];
  const subjects = (names: readonly string[]) => names.map((name) => `${prefix}.${name}`);
  return {
    publish: subjects([
      ...everyone,
      'control.*',
      ...calls.map((name) => `op.${name}`),
      ...tells.map((name) => `event.${name}`),
    ]),
    subscribe: [
      ...subjects([...everyone, 'control.*', `in.${service}.*.*`, ...hears.map((name) => `event.${name}`)]),
      // With the group that shares the calls, so that nobody can listen beside it.
      ...subjects(handles.map((name) => `op.${name}`)).map((subject) => `${subject} lectern`),
    ],
  };
}

const HEAD = `# What each service may do on NATS: ask for the operations that it calls, take the calls of those that it handles,
# tell and hear its events. Everything else is refused, also to read the answers to another service.
#
# Written by \`npm run docs\` from the operation table and the code of the services. The user of a service is its name;
# passwords are variables of the environment.
`;

/** An account with a user for each service, to be included in the configuration of nats-server. */
export function natsAccount(root: string, prefix = 'lectern'): string {
  const users = [...busDuties(root)].map(([service, duties]) => userOf(service, duties, prefix));
  return `${HEAD}accounts {\n  LECTERN {\n    users = [\n${users.join('')}    ]\n  }\n}\n`;
}

function userOf(service: string, duties: BusDuties, prefix: string): string {
  const { publish, subscribe } = permissionsOf(service, duties, prefix);
  const list = (subjects: readonly string[]) => subjects.map((subject) => `            "${subject}"\n`).join('');
  // A handler answers where it was asked, and nowhere else; a stream may take its time.
  const answers =
    duties.handles.length + duties.standsInFor.length > 0
      ? '          allow_responses = { max: -1, expires: "1h" }\n'
      : '';
  return `      {
        user: "${service}"
        password: $${passwordVariable(service)}
        permissions {
          publish = [
${list(publish)}          ]
          subscribe = [
${list(subscribe)}          ]
${answers}        }
      }
`;
}

/** `NATS_KNOWLEDGE_BOX_PASSWORD` */
export function passwordVariable(service: string): string {
  return `NATS_${service.toUpperCase().replaceAll('-', '_')}_PASSWORD`;
}
