import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { code, root } from '../tidy/workspace';
import { loadSelection, type Modules, type Suites } from './modules.fixture';

let selection: Modules;
beforeAll(async () => {
  // That of the run.
  delete process.env['E2E_MODES'];
  selection = await loadSelection();
});

/** Not as one word: this suite needs no server. */
const finder = ['find', 'Qdrant'].join('');

/** A product of two services: find asks for box settings, put queues a task, the rest is what all requests share. */
const tree: Readonly<Record<string, string>> = {
  'libs/words/src/index.ts': "export { stem } from './stem';\nexport { split, type Piece } from './split';\n",
  'libs/words/src/stem.ts': "import list from './stems.json';\nexport const stem = (word: string) => list[word];\n",
  'libs/words/src/stems.json': '{}',
  'libs/words/src/split.ts': 'export interface Piece {}\nexport function split() {}\n',
  'libs/words/src/stem.spec.ts': "import { stem } from './stem';\n",
  'libs/words/README.md': 'Words',
  'libs/contracts/src/core.ts': 'export const operation = (declared: object) => declared;\n',
  'libs/contracts/src/search.ts': "export * from './search/find.operations';\n",
  'libs/contracts/src/box.ts': "export * from './box/box.operations';\n",
  'libs/contracts/src/search/find.operations.ts':
    "export const findThings = operation({\n  http: { path: '/api/v1/kb/{kbid}/find' },\n});\n",
  'libs/contracts/src/box/box.operations.ts':
    "export const putThing = operation({\n  http: { path: '/api/v1/kb/{kbid}/things/{id}' },\n});\n" +
    'export const readSettings = operation({\n});\n' +
    "export const indexThing = task({ name: 'indexThing' });\n",
  'libs/contracts/src/operations.ts': "import './search/find.operations';\nimport './box/box.operations';\n",
  'libs/search/src/find.handlers.ts':
    "import { findThings } from '@lectern/contracts/search';\nimport { Finder } from './finder';\n" +
    '  @Handles(findThings)\n',
  'libs/search/src/finder.ts':
    "import { readSettings } from '@lectern/contracts/box';\nimport { Index } from './index-port';\n" +
    'export class Finder {}\n',
  'libs/search/src/index-port.ts': 'export abstract class Index {}\n',
  'libs/search/src/disk-index.ts': "import { Index } from './index-port';\nexport class DiskIndex extends Index {}\n",
  'libs/search/src/search.module.ts':
    "import { DiskIndex } from './disk-index';\nimport './find.handlers';\nimport { Sweep } from './sweep';\n",
  'libs/search/src/sweep.ts': 'export class Sweep {}\n',
  'libs/box/src/box.handlers.ts':
    "import { putThing, indexThing } from '@lectern/contracts/box';\n" +
    "import { split } from '@lectern/words';\n" +
    'export const BoxHandlers = handlersOf(Boxes)\n  .answer(putThing, (boxes) => boxes.put());\n',
  'libs/box/src/settings.handlers.ts':
    "import { readSettings } from '@lectern/contracts/box';\nimport { stem } from '@lectern/words';\n" +
    'export const SettingsHandlers = handlersOf(Settings).answer(readSettings, (settings) => settings.read());\n',
  'libs/box/src/index.task.ts':
    "import { indexThing } from '@lectern/contracts/box';\nimport { embed } from './embedding';\n  @Runs(indexThing)\n",
  'libs/box/src/embedding.ts': 'export const embed = 1;\n',
  'libs/gateway/src/gateway.ts': "import '@lectern/contracts/operations';\n",
  'libs/testing/src/index.ts': "export * from './servers';\n",
  'libs/testing/src/servers.ts': `export function ${finder}() {}\n`,
  'libs/words/src/speed.int.spec.ts': `import { ${finder} } from '@lectern/testing';\n`,
  'apps/gateway/src/main.ts': "import '../../../libs/gateway/src/gateway';\n",
  'apps/standalone/src/main.ts':
    "import '../../../libs/search/src/search.module';\nimport '../../../libs/box/src/box.handlers';\n" +
    "import '../../../libs/box/src/index.task';\nimport '../../../libs/box/src/settings.handlers';\n",
  'e2e/harness/client.ts': "import { putThing } from '@lectern/contracts/box';\nexport class Client {}\n",
  'e2e/harness/tus.ts': "import { Client } from './client';\nexport const tus = 1;\n",
  'e2e/harness/setup.ts': "import './client';\n",
  'e2e/jest-setup.mjs': '',
  'e2e/specs/acceptance.e2e-spec.ts': "import { Client } from '../harness/client';\nget(`${path}/find`);\n",
  'e2e/specs/spine.e2e-spec.ts': "import { Client } from '../harness/client';\nget(`${path}/find`);\nrunningModes();\n",
  'e2e/specs/find.e2e-spec.ts':
    "import { findThings } from '@lectern/contracts/search';\nimport { Client } from '../harness/client';\n",
  'e2e/specs/find-in-modes.e2e-spec.ts':
    "import { findThings } from '@lectern/contracts/search';\nimport { runningModes } from '../harness/modes';\n",
  'e2e/specs/put.e2e-spec.ts':
    "import { tus } from '../harness/tus';\nsend('PUT', `${box.path}/things/1`, { docs: ['./', 'docs', '..', 'libs'] });\n",
  'e2e/specs/guide.e2e-spec.ts': "read('docs/guides/find.md');\n",
  'docs/guides/find.md': 'curl $API/kb/$KB/find',
  'docs/decisions/1.md': 'Why',
  'package.json': '{}',
  'libs/words/project.json': '{ "tags": ["type:plain"] }',
  'libs/box/project.json': '{ "tags": ["type:service"] }',
};

const here = 'tools/selection/';
const journeys = ['acceptance', 'spine'];
const namesOf = (suites: readonly string[]) =>
  suites.map((suite) => suite.replace(/^.*\//, '').replace(/\.(e2e-)?spec\.ts$/, '')).toSorted();

describe('suites by what changed', () => {
  let folder: string;
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  const suites = () => new selection.Suites(new selection.SourceGraph(folder));
  const touched = (...changed: string[]) => namesOf(suites().touchedBy(changed));
  const changedSuites = (...more: string[]) => selection.select(['--changed', ...more], { root: folder });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'selection-'));
    for (const [name, text] of Object.entries(tree)) write(name, text);
    git('init', '--quiet', '--initial-branch=main');
    git('add', '.');
    git('commit', '--quiet', '--message=All');
  });
  afterEach(() => {
    git('checkout', '--quiet', '.');
    git('clean', '--quiet', '--force', '-d', '-x');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are those that import what changed, and the journeys where the product did', () => {
    expect(touched('libs/words/src/stem.spec.ts')).toEqual(['stem']);
    expect(touched('libs/words/src/stem.ts')).toEqual(expect.arrayContaining(['stem', ...journeys]));
    expect(touched('libs/words/src/split.ts')).not.toContain('stem');
  });

  it('are those that may read a file of their library by its path', () => {
    expect(touched('libs/words/src/stems.json')).toContain('stem');
    expect(touched('libs/words/src/added.sql')).toContain('stem');
    expect(touched('libs/box/src/added.sql')).not.toContain('stem');
  });

  it('over HTTP are those that call an operation whose handler, or what that asks for, changed', () => {
    expect(touched('libs/search/src/finder.ts')).toEqual(['acceptance', 'find', 'find-in-modes', 'guide', 'spine']);
    expect(touched('libs/box/src/settings.handlers.ts')).toEqual(touched('libs/search/src/finder.ts'));
    expect(touched('libs/box/src/box.handlers.ts')).toEqual(['acceptance', 'put', 'spine']);
    expect(touched('libs/contracts/src/search/find.operations.ts')).toEqual(touched('libs/search/src/finder.ts'));
  });

  it('over HTTP are those whose operation queues a task that changed, or uses a port whose adapter did', () => {
    expect(touched('libs/box/src/embedding.ts')).toEqual(['acceptance', 'put', 'spine']);
    expect(touched('libs/search/src/disk-index.ts')).toContain('find');
    expect(touched('libs/search/src/disk-index.ts')).not.toContain('put');
  });

  it('over HTTP are all where every request goes through what changed, or nobody knows which do', () => {
    const overHttp = ['acceptance', 'find', 'find-in-modes', 'guide', 'put', 'spine'];
    expect(touched('libs/gateway/src/gateway.ts')).toEqual(overHttp);
    expect(touched('libs/search/src/sweep.ts')).toEqual(overHttp);
    expect(touched('e2e/harness/setup.ts')).toEqual(overHttp);
  });

  it('over HTTP are those that use a part of the harness that changed', () => {
    expect(touched('e2e/harness/tus.ts')).toEqual(['put']);
    expect(touched('e2e/specs/put.e2e-spec.ts')).toEqual(['put']);
  });

  it('are those that read a document that changed, and no others', () => {
    expect(touched('docs/guides/find.md')).toEqual(['guide']);
    expect(touched('docs/decisions/1.md', 'libs/words/README.md', 'NOTES.md')).toEqual([]);
  });

  it.each(['package.json', 'tools/run.mjs', 'libs/contracts/src/core.ts', '.ci/run'])('are all for %s', (name) => {
    expect(suites().touchedBy([name])).toEqual(suites().all);
  });

  it('are those of changed and of new files of a working tree', () => {
    expect(namesOf(changedSuites().suites)).toEqual([]);
    write('libs/words/src/stem.ts', 'export const stem = (word: string) => word;\n');
    write('libs/words/src/new.spec.ts', '');
    expect(namesOf(changedSuites('libs/').suites)).toEqual(['new', 'stem']);
    expect(changedSuites('libs/').jest.slice(0, 2)).toEqual(['--runTestsByPath', 'libs/words/src/new.spec.ts']);
  });

  it('are those that import a name that an index takes from another file now, and not those of its other names', () => {
    write('libs/words/src/index.ts', "export { stem } from './stem';\nexport { split } from './stem';\n");
    const found = namesOf(changedSuites().suites);
    expect(found).toContain('put');
    expect(found).not.toContain('find');
  });

  it('count from where a branch began, and cannot be told without a commit that both share', () => {
    git('checkout', '--quiet', '-b', 'topic');
    write('libs/words/src/stem.spec.ts', 'changed');
    git('commit', '--quiet', '--all', '--message=Topic');
    expect(namesOf(selection.select(['--changed=main'], { root: folder }).suites)).toEqual(['stem']);
    expect(namesOf(changedSuites().suites)).toEqual([]);
    expect(() => selection.select(['--changed=nowhere'], { root: folder })).toThrow(
      /^cannot tell what changed since nowhere/,
    );
    git('checkout', '--quiet', 'main');
  });

  it('run with the journeys in any case where that is asked for', () => {
    expect(namesOf(changedSuites('--journeys').suites)).toEqual(journeys);
    expect(changedSuites('--journeys').modes).toEqual(['standalone']);
  });

  it('do not run again once they have passed with the files that they need', () => {
    write('libs/words/src/stem.ts', 'export const stem = 1;\n');
    const chosen = changedSuites('libs/');
    write(selection.passedFile(folder).slice(folder.length + 1), JSON.stringify(selection.hashesOf(chosen)));
    expect([namesOf(chosen.suites), changedSuites('libs/').suites]).toEqual([['stem'], []]);
    write('libs/words/src/stem.ts', 'export const stem = 2;\n');
    expect(namesOf(changedSuites('libs/').suites)).toEqual(['stem']);
    // All of them are asked for.
    expect(namesOf(selection.select(['libs/words/src/stem'], { root: folder }).suites)).toEqual(['stem']);
  });

  it('run in one process where all of them do, or what changed knows neither bus nor stores', () => {
    const modesOf = (...args: string[]) => selection.select(args, { root: folder }).modes.length;
    expect([modesOf('find.e2e'), modesOf('find-in-modes'), modesOf()]).toEqual([1, 3, 3]);
    write('libs/words/src/stem.ts', 'export const stem = 3;\n');
    expect(namesOf(changedSuites().suites)).toContain('find-in-modes');
    expect(changedSuites().modes).toEqual(['standalone']);
    write('libs/box/src/settings.handlers.ts', tree['libs/box/src/settings.handlers.ts'] + '\n');
    expect(changedSuites().modes).toHaveLength(3);
  });

  it('have the tools that they use, and those of the modes that they run in', () => {
    const toolsOf = (...args: string[]) => selection.select(args, { root: folder }).tools;
    expect(toolsOf('libs/words/src/stem')).toEqual([]);
    expect(toolsOf('libs/words/')).toEqual(['qdrant']);
    expect(toolsOf('find.e2e')).toEqual(['models']);
    expect(toolsOf('find-in-modes')).toEqual('models nats-server qdrant opensearch weed'.split(' '));
  });
});

describe('suites of this project', () => {
  let all: Suites;
  beforeAll(() => (all = new selection.Suites(new selection.SourceGraph(root))));
  const toolsOf = (...args: string[]) => selection.select(args, { root, all }).tools;

  it('are found, each of them', () => {
    const specs = code.filter((name) => /^(libs|apps|tools|e2e)\/.*\.(e2e-)?spec\.ts$/.test(name));
    expect(all.all).toEqual(specs.toSorted());
  });

  it('need files that there are', () => {
    const isFile = (node: string) => !/[#:]|\/$/.test(node);
    const missing = all.all
      .flatMap((suite) => [...all.closureOf(suite)].filter(isFile))
      .filter((f) => !all.graph.names.has(f));
    expect([...new Set(missing)]).toEqual([]);
  });

  it('need everything for a change of tools, of what is installed, and of the core of the contracts', () => {
    for (const name of ['tools/build.mjs', 'package-lock.json', 'libs/contracts/src/core/errors.ts'])
      expect(all.touchedBy([name])).toEqual(all.all);
  });

  it('of a library and of those that use it run for it, and others do not', () => {
    const found = all.touchedBy(['libs/text/src/highlight.ts']);
    expect(namesOf(found)).toEqual(expect.arrayContaining(['highlight', 'find', ...journeys]));
    // One of accounts starts a program that is built.
    const others = found.filter((suite) => /^libs\/(accounts|egress|secrets|bus)\//.test(suite));
    expect(others).toEqual(['libs/accounts/src/usage/usage-kills.int.spec.ts']);
    expect(found.length).toBeLessThan(all.all.length / 2);
  });

  it('over HTTP of one feature run for it, with the journeys and few others', () => {
    const overHttp = (file: string) => namesOf(all.touchedBy([file]).filter((suite) => suite.startsWith('e2e/')));
    const found = overHttp('libs/contracts/src/search/suggest/suggest.dto.ts');
    expect(found).toEqual(expect.arrayContaining(['suggest', ...journeys]));
    expect(found).not.toContain('account');
    expect(overHttp('libs/gateway/src/edge/edge.ts')).toContain('account');
  });

  it('that read documents run for them, and no others', () => {
    const outside = (file: string) => namesOf(all.touchedBy([file]).filter((suite) => !suite.startsWith('tools/')));
    expect(outside('docs/guides/ask.md')).toEqual(['guides']);
    expect(outside('libs/text/README.md')).toEqual([]);
    expect(namesOf(all.touchedBy(['docs/benchmarks.md']))).toEqual(['tidy']);
    expect(namesOf(all.touchedBy(['CONTRIBUTING.md']))).toEqual(['contributing', 'services', 'tidy']);
  });

  it('fetch no model and no server for a library of plain code, and those that they use for others', () => {
    expect(toolsOf('libs/text')).toEqual([]);
    expect(toolsOf('libs/vector-index')).toEqual(['qdrant']);
    expect(toolsOf('real-model')).toEqual(expect.arrayContaining(['models', 'llama']));
    expect(toolsOf()).toEqual(Object.keys(selection.tools));
  });

  it('use no tool that the runner does not know', () => {
    const programs: Readonly<Record<string, string>> = {
      'neo4j-node': 'neo4j',
      'opensearch-node': 'opensearch',
      python: 'python-tools',
    };
    const made = ['dropped-', 'pack-', 'no-such'];
    const naming = /'\.cache\/(?:servers\/)?([\w.-]+)|\bfind(?:Program|Server)\('([\w-]+)'/g;
    const tests = code.filter((name) => /^(libs|apps|e2e|tools)\/.*\.ts$/.test(name) && !name.startsWith(here));
    const named = tests
      .flatMap((name) => [...readFileSync(join(root, name), 'utf8').matchAll(naming)])
      .map(([, path, program]) => path ?? program ?? '')
      .map((name) => programs[name] ?? name);
    expect(named).toEqual(expect.arrayContaining('helm llama opensearch python-tools qdrant weed'.split(' ')));
    expect([...new Set(named)].filter((name) => !(name in selection.tools) && !made.includes(name))).toEqual([]);
  });

  it('name the function that finds a server where they use one', () => {
    const finding = /export function (find\w+)[^]*?\bfindServer\('([\w-]+)'/g;
    const servers = code.filter((name) => name.startsWith('libs/testing/src/servers/'));
    const finders = servers.flatMap((name) => [...readFileSync(join(root, name), 'utf8').matchAll(finding)]);
    const used = finders.map(([, name = '', server = '']) => {
      const tool = selection.tools[server.replace(/-node$/, '')];
      return [name, tool?.used.test(name)];
    });
    expect(used).toEqual(expect.arrayContaining([[finder, true]]));
    expect(used.filter(([, isUsed]) => !isUsed)).toEqual([]);
  });
});
