// Runs a command of the project on its own Node, after installing missing parts: `node tools/run.mjs start`.
// Plain Node 20: this is what npm scripts call on a machine that has nothing yet.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { noteChildEnd } from './child-end.mjs';
import { runToEnd } from './child-process.mjs';
import { commandLine } from './command-line.mjs';
import { install, projectNode } from './install.mjs';
import { folderInMemory } from './memory-folder.mjs';
import { fetchTools, isEarly } from './selection/fetch.mjs';
import { hashesFile, writeHashes } from './selection/passed.mjs';
import { hashesOf, select } from './selection/select.mjs';

const root = resolve(import.meta.dirname, '..');
const parentCheckMs = 500;
const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
const program = (file) => [`--require=${root}/dist/libs/runtime/src/source-maps.js`, resolve(root, 'dist', file)];
const tsc = 'node_modules/typescript-7/bin/tsc';
const oxfmt = 'node_modules/oxfmt/bin/oxfmt';
const eslint = 'node_modules/eslint/bin/eslint.js';
/** ESLint checks changed files again, and all of them when its settings or imports between projects change. */
const lintCache = ['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/lint/'];
/** The compiler checks what a change reaches. */
const incremental = (name) => ['--incremental', '--tsBuildInfoFile', `.cache/types/${name}.tsbuildinfo`];

/** Jest takes all that follows its option for names of projects. */
const project = (name) => ['--selectProjects', name];

/**
 * Per command: its needs besides packages, the program, its default arguments, and those that come last. Tests need
 * the tools of the suites that run (`selection/needs.mjs`). `runs` marks commands that need no packages but those that
 * build and run the product; `isWhereCalled`, those whose arguments name files of the folder in which they are called.
 */
const commands = {
  start: { runs: true, needs: ['models', 'build', 'converted-models'], run: program('apps/standalone/main.js') },
  demo: { runs: true, needs: ['models', 'build', 'converted-models'], run: program('e2e/demo/main.js') },
  dev: { needs: ['models', 'nats-server', 'build', 'converted-models'], run: program('e2e/dev/main.js') },
  console: { needs: ['build'], run: ['node_modules/vite/bin/vite.js', 'apps/console'] },
  servers: { needs: ['nats-server', 'engines', 'build'], run: program('e2e/servers/main.js') },
  lectern: { runs: true, needs: ['build'], run: program('apps/cli/main.js'), isWhereCalled: true },
  migrate: { runs: true, needs: ['build'], run: program('apps/migrate/main.js') },
  test: { needs: ['build'], run: jest },
  'test:unit': { needs: ['build'], run: jest, last: project('unit') },
  'test:int': { needs: ['build'], run: jest, last: project('int') },
  e2e: { needs: ['build'], run: jest, last: project('e2e') },
  bench: { needs: ['models', 'nats-server', 'build', 'converted-models'], run: program('e2e/load/main.js') },
  'check:api': {
    needs: ['models', 'python-tools', 'build', 'converted-models'],
    run: program('e2e/api-check/main.js'),
  },
  'bench:load': { needs: ['models', 'nats-server', 'engines', 'build'], run: program('e2e/load/zone/main.js') },
  'bench:quality': { needs: ['models', 'build', 'converted-models'], run: program('e2e/quality/main.js') },
  'bench:answers': { needs: ['models', 'build'], run: program('libs/models/src/scoring/answer-scores.bench.js') },
  'bench:citations': { needs: ['build'], run: program('libs/language/src/citations/citations.bench.js') },
  'bench:reader': { needs: ['models', 'build'], run: program('libs/language/src/reader/reader.bench.js') },
  'train:reader': { needs: ['models', 'build'], run: program('libs/language/src/reader/reader-training.bench.js') },
  'bench:extraction': { needs: ['build'], run: program('e2e/extraction/main.js') },
  services: { needs: [], run: ['tools/services.mjs'] },
  docs: { needs: ['build'], run: program('tools/generators/main.js') },
  trials: { needs: ['models', 'build', 'converted-models'], run: program('e2e/picture/trials.js') },
  picture: { needs: ['models', 'build', 'converted-models'], run: program('e2e/picture/main.js') },
  pack: { runs: true, needs: ['models', 'build', 'converted-models'], run: ['tools/pack.mjs'] },
  build: { runs: true, needs: [], run: ['tools/build.mjs'] },
  'converted-models': { needs: ['build'], run: ['tools/converted-models.mjs'] },
  lint: { needs: [], run: [eslint, ...lintCache], on: ['apps', 'libs', 'e2e', 'tools'] },
  typecheck: { needs: ['console-types'], run: [tsc, '-p', 'tsconfig.json', ...incremental('project')] },
  format: { needs: [], run: [oxfmt, '--write'], on: ['.'] },
  'format:check': { needs: [], run: [oxfmt, '--check'], on: ['.'] },
};

const providers = {
  models: ['tools/models.mjs'],
  'converted-models': ['tools/converted-models.mjs'],
  'nats-server': ['tools/servers.mjs', 'nats-server'],
  engines: ['tools/servers.mjs', 'opensearch', 'qdrant', 'weed'],
  'python-tools': ['tools/python-tools.mjs'],
  build: ['tools/build.mjs'],
  'console-types': [tsc, '-p', 'apps/console/tsconfig.json', ...incremental('console')],
};
/** Tests are skipped without them, and say so. */
const optional = new Set(['nats-server', 'engines', 'python-tools']);

/** What can be had before there are packages. */
const first = new Set(['models', 'nats-server', 'engines', 'python-tools']);

async function provide(need, node) {
  const status = await runToEnd(node, providers[need], { cwd: root, doing: `preparing ${need}` });
  if (status !== 0 && !optional.has(need)) process.exit(status);
}

/** One after the other, but beside the packages. */
async function provideFirst(needs) {
  for (const need of needs) await provide(need, process.execPath);
}

/** Who started us: the shell of an npm script, and npm above it, as far as the system tells. */
function ancestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`;
  } catch {
    return String(process.ppid);
  }
}

/**
 * Compiled code is kept between starts. glibc's arenas, one a thread, would keep what native code frees, and so would
 * the limits that it raises itself: with these, large blocks go back to the system at once.
 */
const faster = {
  NODE_COMPILE_CACHE: resolve(root, '.cache/compile'),
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/** Signals reach the child, its end is ours, and it does not outlive npm. */
function become(args, { inMemory, cwd = root } = {}) {
  const env = {
    ...faster,
    ...inMemory?.env,
    ...process.env,
    NX_DAEMON: 'false',
    NX_TUI: 'false',
    ORT_DISABLE_TELEMETRY: '1',
  };
  const child = spawn(projectNode(), args, { cwd, stdio: 'inherit', env });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const before = ancestors();
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined;
  const watch = setInterval(() => isUnderNpm && ancestors() !== before && child.kill('SIGTERM'), parentCheckMs);
  child.on('exit', (code, signal) => {
    clearInterval(watch);
    inMemory?.remove();
    noteChildEnd(child.pid, signal);
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}

/** Tests: the suites that were asked for, with the tools that those use. */
async function runSuites({ run, last = [] }, args) {
  const chosen = selected([...args, ...last]);
  for (const note of chosen.notes) console.error(note);
  if (chosen.suites.length === 0 && args.some((arg) => arg.startsWith('--changed'))) return sayNothingToRun();
  const late = chosen.tools.filter((tool) => !isEarly(tool));
  const prepare = async () => {
    await install();
    await provide('build', projectNode());
    await fetchTools(late, projectNode());
  };
  // The tools come while the packages are installed and the project is built.
  await Promise.all([fetchTools(chosen.tools.filter(isEarly)), prepare()]);
  process.env.LECTERN_SUITE_HASHES = writeHashes(root, hashesOf(chosen));
  process.env.E2E_MODES = chosen.modes.join();
  const memory = folderInMemory();
  const remove = () => {
    rmSync(hashesFile(root, process.pid), { force: true });
    memory?.remove();
  };
  become([...run, ...chosen.jest], { inMemory: { env: memory?.env, remove } });
}

function selected(args) {
  try {
    return select(args, { root });
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}

/** Ends as the reporter of tests does. */
function sayNothingToRun() {
  console.log('Nothing that a test needs has changed since it passed.');
  console.log('0 passed, 0 failed, 0 skipped');
}

async function runProgram(command, args) {
  const early = command.needs.filter((need) => first.has(need));
  await Promise.all([provideFirst(early), install({ forDevelopers: !command.runs })]);
  for (const need of command.needs) if (!first.has(need)) await provide(need, projectNode());
  const all = [...command.run, ...(args.length > 0 ? args : (command.on ?? [])), ...(command.last ?? [])];
  become(all, { cwd: command.isWhereCalled ? calledIn() : root });
}

/** npm runs scripts in the folder of the package, and says where it was called. */
function calledIn() {
  const { INIT_CWD, npm_lifecycle_event: script } = process.env;
  return script === undefined ? process.cwd() : (INIT_CWD ?? root);
}

const { name, args } = commandLine(process.argv.slice(2));
const command = commands[name];
if (!command) {
  console.error(`Commands: ${Object.keys(commands).join(', ')}`);
  process.exit(2);
}
await (command.run === jest ? runSuites(command, args) : runProgram(command, args));
