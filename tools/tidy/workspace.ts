import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** The folder of the project. */
export const root = resolve(__dirname, '..', '..');

const generated = /^(node_modules|dist|packed|\.[a-z].*|coverage|package-lock\.json|docs\/configuration\.md)$/;
const isText = /\.([cm]?[jt]sx?|json|md|html|css|ya?ml|sh|toml)$|^[^.]*$/;

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const name = join(folder, entry.name);
    if (generated.test(name) || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) yield* walk(name);
    else yield name.split(sep).join('/');
  }
}

/** Hand-written files, by path from the root. */
export const files: readonly string[] = [...walk('.')].filter((name) => isText.test(name.split('/').at(-1) ?? ''));

/** Those of a program. */
export const code = files.filter((name) => /\.([cm]?js|tsx?)$/.test(name));

export const libs = foldersIn('libs');

export function foldersIn(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The files of a lib that others import: its index and its schema or, without an index, all files at its root. */
export function entriesOf(lib: string): readonly string[] {
  const index = `libs/${lib}/src/index.ts`;
  if (files.includes(index)) return [index, `libs/${lib}/src/schema.ts`].filter((name) => files.includes(name));
  return files.filter((name) => new RegExp(`^libs/${lib}/src/[a-z-]+\\.ts$`).test(name));
}

export function read(name: string): string {
  return readFileSync(join(root, name), 'utf8');
}

export function isTest(name: string): boolean {
  return (
    /\.(spec|e2e-spec|contract|fixture|bench)\.ts$|\/fixtures\//.test(name) || /^(e2e|tools|libs\/testing)\//.test(name)
  );
}

/** TypeScript that ships. */
export const production = files.filter((name) => /^(apps|libs)\/.*\.ts$/.test(name) && !isTest(name));

/** Every match of a pattern in some files, as `file:line what`. */
export function matches(names: readonly string[], pattern: RegExp): string[] {
  return names.flatMap((name) =>
    read(name)
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${name}:${i + 1} ${line.trim()}`] : [])),
  );
}

/** Where a path lies, from the root. */
export function fromRoot(path: string): string {
  return relative(root, path);
}
