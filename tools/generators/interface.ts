import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { allOperations, allSockets } from '@lectern/contracts/operations';
import { describeInterface } from './interface-description';

/** `node dist/tools/generators/interface.js FILE`, as the build does: writes the description that the gateway reads. */
function main([file]: readonly string[]): void {
  if (file === undefined) throw new Error('node dist/tools/generators/interface.js FILE');
  const description = describeInterface(resolve(__dirname, '../../..'), {
    operations: allOperations,
    sockets: allSockets,
  });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(description));
}

main(process.argv.slice(2));
