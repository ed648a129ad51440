import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpointsOf } from '@lectern/contracts/core';
import { allOperations } from '@lectern/contracts/operations';
import { projectRoot } from './process';

const CONTRACTS = join(projectRoot, 'libs/contracts/src');
const DECLARING = '.operations.ts';
const DECLARED = /'([\w-]+(?:\.[\w-]+)+)'/g;

/**
 * The files of examples of those paths of operations that are wanted, by id: `noun.examples.json` beside
 * `noun.operations.ts`.
 *
 * @param wanted names of operations, or `all`
 */
export function exampleFiles(ids: readonly string[], wanted: readonly string[]): ReadonlyMap<string, string[]> {
  const files = new Map<string, string[]>();
  if (wanted.length === 0) return files;
  const [names, declaring] = [namesOfIds(), declaringFiles()];
  for (const id of ids) {
    const name = names.get(id) ?? id;
    const file = declaring.get(name)?.replace(DECLARING, '.examples.json');
    if (file === undefined || !(wanted.includes('all') || wanted.includes(name))) continue;
    files.set(file, [...(files.get(file) ?? []), id]);
  }
  return files;
}

function namesOfIds(): ReadonlyMap<string, string> {
  return new Map(
    allOperations.flatMap((operation) => endpointsOf(operation).map(({ id }) => [id, operation.name] as const)),
  );
}

/** By name of the operation. */
function declaringFiles(): ReadonlyMap<string, string> {
  const files = readdirSync(CONTRACTS, { recursive: true, encoding: 'utf8' }).filter((file) => isDeclaring(file));
  return new Map(
    files.flatMap((file) => {
      const path = join(CONTRACTS, file);
      return [...readFileSync(path, 'utf8').matchAll(DECLARED)].map(([, name = '']) => [name, path] as const);
    }),
  );
}

const isDeclaring = (file: string) => file.endsWith(DECLARING);
