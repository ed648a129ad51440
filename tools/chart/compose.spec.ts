import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { busDuties, passwordVariable } from '../generators/nats-permissions';
import { read, root } from '../tidy/workspace';
import { isKnown } from './settings';

interface Container {
  readonly image?: string;
  readonly build?: { readonly args?: Readonly<Record<string, string>>; readonly dockerfile_inline?: string };
  readonly user?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
  readonly deploy?: { readonly resources?: { readonly limits?: Readonly<Record<string, string>> } };
}

interface Compose {
  readonly services: Readonly<Record<string, Container>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: object;
  readonly networks?: Readonly<Record<string, { readonly internal?: boolean }>>;
}

const services: Readonly<Record<string, { readonly uses: readonly string[] }>> = JSON.parse(
  read('tools/services.json'),
);
const composed = (file: string): Compose => parse(read(`docker/${file}`), { merge: true });
const distributed = composed('compose.yaml');
const standalone = composed('compose.standalone.yaml');
const image = read('docker/Dockerfile');
const imagePort = (name: string) => new RegExp(`${name}=(\\d+)`).exec(image)?.[1];

/** Ports that the images of others listen on, as their documents say and the commands here repeat. */
const foreignPorts: Readonly<Record<string, string>> = {
  nats: '4222',
  opensearch: '9200',
  postgres: '5432',
  qdrant: '6333',
  s3: '7070',
};

const programOf = ({ build }: Container) => build?.args?.['APP'];
const own = Object.entries(distributed.services).filter(([, container]) => programOf(container));

const folder = mkdtempSync(join(tmpdir(), 'lectern-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ['compose.yaml', distributed],
  ['compose.standalone.yaml', standalone],
])('%s', (_, { services, secrets, volumes, networks = {} }) => {
  const containers = Object.entries(services);

  it.each(containers)('%s has an exact version, limits, a health check, and no rights', (name, container) => {
    expect(container.image).toMatch(/:v?\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
    expect(container.deploy?.resources?.limits).toEqual({ cpus: expect.any(String), memory: expect.any(String) });
    expect(container.cap_drop).toEqual(['ALL']);
    expect(container.security_opt).toEqual(['no-new-privileges:true']);
    // OpenSearch writes beside its programs; the image of ours says itself how it is, the job of migrations ends.
    expect(container.read_only).toBe(name !== 'opensearch');
    if (programOf(container) === undefined) expect(container.healthcheck?.test?.length).toBeGreaterThan(1);
    else expect(container.healthcheck?.disable ?? false).toBe(name === 'migrate');
  });

  it.each(containers)('%s runs as somebody other than root', (_, container) => {
    const user = container.user ?? /^USER (\S+)$/m.exec(image)?.[1];
    expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it.each(containers)('%s is given what is declared, and mounts what it names', (_, container) => {
    const { environment = {}, secrets: mounted = [], volumes: used = [], networks: joined = [] } = container;
    const files = Object.values(environment).filter((value) => String(value).startsWith('/run/secrets/'));
    expect(mounted.filter((secret) => !(secret in secrets))).toEqual([]);
    expect(files.map((file) => file.slice('/run/secrets/'.length)).filter((name) => !mounted.includes(name))).toEqual(
      [],
    );
    const named = used.map((volume) => volume.split(':')[0] ?? '').filter((source) => !source.startsWith('.'));
    expect(named.filter((source) => !(source in volumes))).toEqual([]);
    expect(joined.filter((network) => !(network in networks))).toEqual([]);
  });

  it('sets only variables that programs take, and secrets by file', () => {
    const set = containers
      .filter(([, container]) => programOf(container))
      .flatMap(([, { environment = {} }]) => Object.keys(environment));
    expect(set.length).toBeGreaterThan(2);
    expect([...new Set(set)].filter((name) => !isKnown(name))).toEqual([]);
    expect(set.filter((name) => /(PASSWORD|TOKEN|SECRET|KEY|DATABASE_URL)$/.test(name))).toEqual([]);
  });

  it('publishes the port that the program listens on, to this machine alone', () => {
    const published = containers.flatMap(([, { ports = [] }]) => ports);
    expect(published).toEqual([`127.0.0.1:8080:${imagePort('HTTP_PORT')}`]);
  });

  it('lets programs end in their own time', () => {
    for (const [, container] of containers.filter(([, { build }]) => build?.args))
      expect(parseInt(container.stop_grace_period ?? '', 10)).toBeGreaterThan(9);
  });

  it('names files of secrets that the script makes', () => {
    const names = Object.values(secrets).map(({ file }) => file.replace('secrets/', ''));
    const script = `import(${JSON.stringify(join(root, 'docker/secrets.mjs'))}).then((s) => s.makeSecrets(process.argv[1]))`;
    spawnSync(process.execPath, ['-e', script, folder]);
    expect(names.filter((name) => !readdirSync(folder).includes(name))).toEqual([]);
  });
});

describe('the whole stack', () => {
  it('has every service of the bus as the user that the bus knows, and migrates first', () => {
    const programs = own.map(([, container]) => programOf(container));
    expect(programs.toSorted()).toEqual([...busDuties(root).keys(), 'migrate'].sort());
    for (const [name, { environment = {}, depends_on = {} }] of own) {
      if (name === 'migrate') {
        // Indexes of words are migrated, too.
        expect(Object.keys(environment).sort()).toEqual(['DATABASE_URL_FILE', 'OPENSEARCH_URL']);
        continue;
      }
      expect(environment['NATS_USER']).toBe(name);
      expect(environment['NATS_PASSWORD_FILE']).toBe(`/run/secrets/${passwordVariable(name).toLowerCase()}`);
      const usesDatabase = 'DATABASE_URL_FILE' in environment;
      expect(depends_on['migrate']?.condition).toBe(usesDatabase ? 'service_completed_successfully' : undefined);
    }
  });

  it('gives NATS the password of every service', () => {
    const wanted = [...busDuties(root).keys()].map((service) => passwordVariable(service).toLowerCase());
    expect([...(distributed.services['nats']?.secrets ?? [])].sort()).toEqual(wanted.sort());
  });

  it('asks each server at the port that it listens on, after that server is there', () => {
    for (const [name, { environment = {}, depends_on = {} }] of own) {
      const addresses = Object.values(environment).flatMap((value) => [
        ...String(value).matchAll(/^\w+:\/\/(?!localhost)([\w-]+):(\d+)/g),
      ]);
      for (const [, host = '', port] of addresses) {
        expect([name, host, port]).toEqual([name, host, foreignPorts[host]]);
        expect([name, host, depends_on[host]?.condition]).toEqual([name, host, 'service_healthy']);
      }
    }
    expect(JSON.stringify(distributed.services['s3'])).toContain(`--port :${foreignPorts['s3']}`);
  });

  it('has the very images that tests run against where Docker has them', () => {
    const tested: Readonly<Record<string, string>> = JSON.parse(read('libs/testing/src/servers/images.json'));
    const imageNamed = (name: string) => distributed.services[name]?.image;
    expect(read('docker/Dockerfile')).toContain(`FROM ${tested['nats-server']} AS nats\n`);
    expect(imageNamed('opensearch')).toBe(tested['opensearch-node']);
    expect(imageNamed('qdrant')).toBe(tested['qdrant']);
    expect(Object.values(tested).filter((image) => !/:v?\d+\.\d+(\.\d+)?(-[a-z]+)?$/.test(image))).toEqual([]);
  });

  it('keeps servers where nobody outside reaches them', () => {
    expect(distributed.networks?.['backend']?.internal).toBe(true);
    const outside = Object.entries(distributed.services).filter(([, { networks = [] }]) => networks.includes('edge'));
    const reaching = Object.entries(services).filter(([, { uses }]) => uses.includes('web') || uses.includes('zones'));
    expect(outside.map(([name]) => name).toSorted()).toEqual(reaching.map(([name]) => name).toSorted());
  });
});

describe('secrets of containers', () => {
  it('are different, long, kept once made, and in a folder of their owner', () => {
    const contents = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const first = contents();
    expect(new Set(first).size).toBe(first.length);
    expect(Math.min(...first.map(({ length }) => length))).toBeGreaterThan(40);
    expect(statSync(folder).mode & 0o77).toBe(0);
    // NATS takes a value that begins with a digit for a number.
    expect(first.filter((content) => !/^[a-z]/.test(content))).toEqual([]);
    spawnSync(process.execPath, [
      '-e',
      `import('${join(root, 'docker/secrets.mjs')}').then((s) => s.makeSecrets(process.argv[1]))`,
      folder,
    ]);
    expect(contents()).toEqual(first);
  });
});
