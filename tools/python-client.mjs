// Puts the generator of Python clients into .cache/python, for the spec that tries one: `node tools/python-client.mjs`.
// Exits with 1 and says why where Python or the package index is missing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, '.cache/python');
const version = '0.29.1';
const generator = join(folder, 'bin/openapi-python-client');
const timeout = 180_000;

function run(command, ...args) {
  const { status, error, stderr } = spawnSync(command, args, { timeout, encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(`python-client: ${error?.message ?? stderr.trim().split('\n').at(-1)}\n`);
  process.exit(1);
}

if (!existsSync(generator)) {
  run('python3', '-m', 'venv', folder);
  run(join(folder, 'bin/pip'), 'install', '--quiet', `openapi-python-client==${version}`);
}
process.stdout.write(`openapi-python-client ${version} is in ${folder}\n`);
