// Runs a command of the project on its own Node, after putting in place what is missing: `node tools/run.mjs start`.
// Plain Node 20: this is what npm scripts call on a machine that has nothing yet.
import { spawn, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { install } from './install.mjs';

const root = resolve(import.meta.dirname, '..');
const node = join(root, 'node_modules/node/bin/node');
const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

/** What each command needs besides packages and the build, and what it runs. */
const commands = {
  start: { needs: ['models'], run: ['--enable-source-maps', 'dist/apps/standalone/src/main.js'] },
  demo: { needs: ['models'], run: ['--enable-source-maps', 'dist/e2e/demo/main.js'] },
  dev: { needs: ['models', 'nats-server'], run: ['--enable-source-maps', 'dist/e2e/dev/main.js'] },
  test: { needs: ['models', 'nats-server'], run: jest },
  'test:unit': { needs: [], run: [...jest, '--selectProjects', 'unit'] },
  'test:int': { needs: ['models', 'nats-server'], run: [...jest, '--selectProjects', 'int'] },
  e2e: { needs: ['models', 'nats-server'], run: [...jest, '--selectProjects', 'e2e'] },
  bench: { needs: ['models', 'nats-server'], run: ['dist/e2e/load/main.js'] },
  'bench:quality': { needs: ['models'], run: ['dist/e2e/quality/main.js'] },
  migrate: { needs: [], run: ['dist/e2e/migrate/main.js'] },
  build: { needs: [], run: ['-e', ''] },
  lint: { needs: [], run: ['node_modules/eslint/bin/eslint.js', 'apps', 'libs', 'e2e', 'tools'] },
  typecheck: { needs: [], run: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'] },
  format: { needs: [], run: ['node_modules/prettier/bin/prettier.cjs', '--write', '.'] },
  'format:check': { needs: [], run: ['node_modules/prettier/bin/prettier.cjs', '--check', '.'] },
};

const providers = {
  models: ['tools/models.mjs'],
  'nats-server': ['tools/servers.mjs', 'nats-server'],
};

function step(args) {
  const { status } = spawnSync(node, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

/** Signals reach the child, its end is ours, and it does not outlive npm. */
function become(args) {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, NX_DAEMON: 'false' } });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const parent = process.ppid;
  const watch = process.env.npm_lifecycle_event
    ? setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500)
    : undefined;
  child.on('exit', (code, signal) => {
    clearInterval(watch);
    process.exitCode = code ?? (signal === 'SIGKILL' ? 137 : 1);
  });
}

const [name, ...rest] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`Commands: ${Object.keys(commands).join(', ')}`);
  process.exit(2);
}
install();
for (const need of command.needs) step(providers[need]);
step(['tools/build.mjs']);
become([...command.run, ...rest]);
