// Puts the Python tools of the specs into .cache/python: a generator of clients, schemathesis, which makes up requests,
// clients of the OpenAI API, of the TUS protocol and of another product with this interface, and the frameworks that
// clients/python has retrievers for.
// `node tools/python-tools.mjs` exits with 1 and says why where Python or the package index is missing.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, '.cache/python');
const packages = [
  ...['openapi-python-client==0.29.1', 'schemathesis==4.32.5', 'openai==3.51.0'],
  ...['tuspy==1.1.0', 'langchain-core==1.7.7', 'llama-index-core==0.14.25'],
  ...['nuclia==4.15.0', 'nucliadb_sdk==7.2.0.post7403', 'nucliadb_models==7.2.0.post7403', 'nuclia-models==0.67.1'],
];
const stamp = join(folder, 'packages');
const timeout = 180_000;

function run(command, ...args) {
  const { status, error, stderr } = spawnSync(command, args, { timeout, encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(`python-tools: ${error?.message ?? stderr.trim().split('\n').at(-1)}\n`);
  process.exit(1);
}

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== packages.join()) {
  run('python3', '-m', 'venv', folder);
  // Not by its script, which names the folder that it was made in: a copy of this folder would install into that one.
  run(join(folder, 'bin/python'), '-m', 'pip', 'install', '--quiet', ...packages);
  writeFileSync(stamp, packages.join());
}
process.stdout.write(`${packages.join(', ')} are in ${folder}\n`);
