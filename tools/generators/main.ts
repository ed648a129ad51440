import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { configurationReference, loadDeclarations } from './configuration';
import { natsAccount } from './nats-permissions';
import { openApiText } from './open-api';

const built = resolve(__dirname, '..', '..');
const root = dirname(built);

/** By name below the root of the project. What lies in `dist` is published, not committed. */
function documents(): Record<string, string> {
  loadDeclarations(join(built, 'libs'));
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    'docs/configuration.md': configurationReference(),
    'dist/generated/openapi.json': openApiText(version),
    'dist/generated/account.conf': natsAccount(root),
  };
}

/** Writes the documents and prints their names; with `--check` only names committed ones that are stale. */
function main(isCheck: boolean): void {
  for (const [name, content] of Object.entries(documents())) {
    const file = join(root, name);
    if (isCheck) {
      const isCurrent = name.startsWith('dist/') || (existsSync(file) && readFileSync(file, 'utf8') === content);
      if (isCurrent) continue;
      process.stdout.write(`${name} is not current: npm run docs\n`);
      process.exitCode = 1;
      continue;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    process.stdout.write(`${name}\n`);
  }
}

main(process.argv.includes('--check'));
