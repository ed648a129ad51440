import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { passwordVariable } from './generators/nats-permissions';
import { problemsOf } from './tidy/compiled-texts';
import { libs, read, root } from './tidy/workspace';

interface Service {
  readonly modules: Readonly<Record<string, string>>;
  readonly schema?: Readonly<Record<string, string>>;
  readonly uses: readonly string[];
  readonly knows: readonly string[];
}

interface Parts {
  readonly sets: readonly string[];
  readonly secrets: readonly string[];
  readonly waits: readonly string[];
}

interface Checkout {
  readonly read: (name: string) => string | undefined;
  readonly libs: readonly string[];
  readonly list: (folder: string) => readonly string[];
}

interface Tools {
  readonly documentsOf: (
    services: Readonly<Record<string, Service>>,
    checkout: Checkout,
  ) => Readonly<Record<string, string>>;
  readonly partsOf: (name: string, service: Service) => Parts;
}

interface Container {
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly depends_on: Readonly<Record<string, { readonly condition: string }>>;
}

const services: Readonly<Record<string, Service>> = JSON.parse(read('tools/services.json'));
const rows = Object.entries(services);
const isThere = (name: string) => existsSync(join(root, name));
const readIfThere = (name: string) => (isThere(name) ? read(name) : undefined);

let tools: Tools;
beforeAll(async () => {
  const modules: object[] = await Promise.all(
    ['services', 'services/container-files'].map((name) => import(join(__dirname, `${name}.mjs`))),
  );
  tools = Object.assign({}, ...modules);
});

describe('services', () => {
  it('are in programs, containers and the chart as `npm run services` writes them', () => {
    const { stdout } = spawnSync(process.execPath, ['tools/services.mjs', '--check'], { cwd: root, encoding: 'utf8' });
    expect(stdout).toBe('');
  });

  it.each(rows)('%s is given what it uses in compose, and nothing else', (name, service) => {
    const container: Container = parse(read('docker/compose.yaml'), { merge: true }).services[name];
    const { sets, secrets, waits } = tools.partsOf(name, service);
    const waitsFor = Object.entries(container.depends_on).map(([other, { condition }]) => `${other}: ${condition}`);
    expect(container.secrets.toSorted()).toEqual(secrets.toSorted());
    expect(waitsFor.toSorted()).toEqual(waits.map((wait) => wait.replace(/ \{ condition: (\w+) \}/, ' $1')).toSorted());
    for (const line of [...sets, `NATS_USER: ${name}`]) {
      const [variable = '', value] = line.split(': ');
      expect([variable, container.environment[variable]]).toEqual([variable, value]);
    }
    expect('PUBLIC_URL' in container.environment).toBe(service.knows.includes('zone'));
    expect(container.environment['NATS_PASSWORD_FILE']).toBe(`/run/secrets/${passwordVariable(name).toLowerCase()}`);
  });

  it.each(rows)('%s uses and knows the same in the chart', (name, { uses, knows }) => {
    const { services: all, defaults } = parse(read('helm/lectern/values.yaml'));
    expect({ ...defaults, ...all[name] }).toMatchObject({ uses, knows });
  });
});

/** Files of the example in CONTRIBUTING: each block begins with its path. */
function exampleFiles(): ReadonlyMap<string, string> {
  const [, section = ''] = /^## Add a service$(.*?)^## /ms.exec(read('CONTRIBUTING.md')) ?? [];
  const blocks = [...section.matchAll(/^```(?:ts|md|jsonc)\n\/\/ (\S+)[^\n]*\n(.*?)^```$/gms)];
  return new Map(blocks.map(([, name = '', text = '']) => [name, text]));
}

describe('the service that CONTRIBUTING adds', () => {
  const table = 'tools/services.json';
  const example = exampleFiles();
  const all: Readonly<Record<string, Service>> = { ...services, ...JSON.parse(`{${example.get(table)}}`) };
  const name = Object.keys(all).find((one) => !(one in services)) ?? '';
  let texts: ReadonlyMap<string, string>;

  beforeAll(() => {
    const own = new Map([...example].filter(([file]) => file !== table));
    const below = (folder: string) =>
      [...own.keys()].flatMap((file) => (file.startsWith(`${folder}/`) ? [file.slice(folder.length + 1)] : []));
    const generated = tools.documentsOf(all, {
      read: (file) => own.get(file) ?? readIfThere(file),
      libs: [...libs, name],
      list: (folder) =>
        libs.some((lib) => folder === `libs/${lib}/src`) || !folder.startsWith('libs/')
          ? readdirSync(join(root, folder))
          : below(folder),
    });
    texts = new Map([...own, ...Object.entries(generated)]);
  });

  it('takes at most six files that are written by hand', () => {
    expect([...example.keys()]).toEqual(expect.arrayContaining([table, `libs/${name}/README.md`]));
    expect(example.size).toBeLessThanOrEqual(6);
    expect([...example.keys()].filter((file) => file !== table && isThere(file))).toEqual([]);
  });

  it('compiles, with its programs', () => {
    const written = new Map([...texts].filter(([file, text]) => readIfThere(file) !== text));
    expect([...written.keys()]).toEqual(
      expect.arrayContaining([`apps/${name}/src/main.ts`, 'apps/standalone/src/main.ts', 'apps/migrate/src/main.ts']),
    );
    expect(problemsOf(written)).toEqual([]);
  }, 120_000);

  it('is a container, and part of the chart of a zone', () => {
    const yaml = (file: string) => parse(texts.get(file) ?? '', { merge: true });
    const container: Container = yaml('docker/compose.yaml').services[name];
    expect(container.environment).toMatchObject({ NATS_URL: 'nats://nats:4222', NATS_USER: name });
    expect(yaml('docker/compose.yaml').services.nats.secrets).toContain(container.secrets[0]);
    expect(yaml('docker/compose.yaml').secrets).toHaveProperty([container.secrets[0] ?? '']);
    expect(yaml('helm/lectern/values.yaml').services[name]).toMatchObject({ uses: all[name]?.uses });
    expect(yaml('helm/lectern/values.accounts.yaml').services[name]).toEqual({ enabled: false });
    expect(texts.get('docker/Dockerfile')).toContain(` AS below-${name}\n`);
    expect(texts.get('helm/lectern/values.schema.json')).toContain(`, "${name}"]`);
  });
});
