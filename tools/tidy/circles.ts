import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { read, root } from './workspace';

/** Which files each file imports. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Of these files: what they import from the project, also where only types are, or when it is first used. */
export function importsOf(names: readonly string[]): Imports {
  return new Map(names.map((name) => [name, [...new Set(importedBy(name))]]));
}

function importedBy(name: string): string[] {
  const imported = read(name).matchAll(/(?:\bfrom |\bimport |\b(?:import|require)\()'((?:\.|@lectern\/)[^']+)'/g);
  return [...imported].flatMap(([, path = '']) => {
    const [, lib, entry = 'index'] = /^@lectern\/([a-z-]+)(?:\/([a-z-]+))?$/.exec(path) ?? [];
    const target = lib === undefined ? `${join(dirname(name), path)}.ts` : `libs/${lib}/src/${entry}.ts`;
    return existsSync(join(root, target)) ? [target] : [];
  });
}

/** Which folder below `src` of a library imports which others of it, as paths such as `libs/search/src/query`. */
export function folderImports(imports: Imports, lib: string): Imports {
  const folderOf = (file: string) => new RegExp(`^libs/${lib}/src/[^/]+(?=/)`).exec(file)?.[0];
  const found = new Map<string, Set<string>>();
  for (const [file, imported] of imports) {
    const folder = folderOf(file);
    if (folder === undefined) continue;
    const others = imported.flatMap((other) => folderOf(other) ?? []).filter((other) => other !== folder);
    found.set(folder, new Set([...(found.get(folder) ?? []), ...others]));
  }
  return new Map([...found].map(([folder, others]) => [folder, [...others]]));
}

/** A shortest way back to itself for each file that imports itself by way of others; one for each set of files. */
export function circlesIn(imports: Imports): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  for (const file of imports.keys()) {
    const circle = wayBack(file, imports);
    const key = circle?.toSorted().join(' ');
    if (circle && key !== undefined && !found.has(key)) found.set(key, circle);
  }
  return [...found.values()];
}

function wayBack(file: string, imports: Imports): readonly string[] | undefined {
  const ways: (readonly string[])[] = [[file]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of imports.get(way.at(-1) ?? '') ?? []) {
      if (next === file) return way;
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}
