import { allOperations } from '@lectern/contracts/operations';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { configurationReference, loadDeclarations } from './configuration';
import { describeInterface } from './interface-description';
import { natsAccount } from './nats-permissions';
import { openApiText } from './open-api';

const built = resolve(__dirname, '..', '..');
const root = dirname(built);

function documents(): Record<string, string> {
  loadDeclarations(join(built, 'libs'));
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const description = describeInterface(root, allOperations);
  return {
    'docs/configuration.md': configurationReference(),
    'libs/contracts/src/interface/interface-description.generated.json': `${JSON.stringify(description, null, 1)}\n`,
    'docs/api/openapi.json': openApiText(version, description),
    'deploy/nats/account.conf': natsAccount(root),
  };
}

/** Writes generated files; with `--check` writes nothing, and names the stale ones. */
function main(isCheck: boolean): void {
  for (const [name, content] of Object.entries(documents())) {
    const file = join(root, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === content) continue;
    process.stdout.write(isCheck ? `${name} is not current: npm run docs\n` : `${name}\n`);
    if (isCheck) process.exitCode = 1;
    mkdirSync(dirname(file), { recursive: true });
    if (!isCheck) writeFileSync(file, content);
  }
}

main(process.argv.includes('--check'));
