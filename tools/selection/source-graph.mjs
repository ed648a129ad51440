// Which files of the project a file needs to run. Plain Node 20, before anything is installed.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { declaredIn, entriesIn, importsIn, isBarrel, pathsIn } from './imports.mjs';

const left = /^(node_modules|dist|packed|coverage|\.(git|nx|data|cache|models))$|(^|\/)(node_modules|__pycache__)$/;
export const isCode = (name) => /\.([cm]?js|tsx?)$/.test(name);
export const isTest = (name) =>
  /\.(spec|e2e-spec|contract|fixture|bench)\.ts$|\/fixtures\//.test(name) || /^(e2e|tools|libs\/testing)\//.test(name);
/**
 * They set the stage: start the product, make a box, put something in, wait until it is processed. A spec that only
 * needs this does not test it, and other specs do.
 */
const stage =
  /^e2e\/harness\/(client|conformance|credentials|modes|in-modes|in-standalone|embedded-modes|with-provider|standalone|distributed|deployment|process|engines|examples|example-files|recorded-calls|setup)\.ts$/;
export const isStage = (name) => stage.test(name);
/** It links a whole checkout. */
const linking = /^e2e\/harness\/guide-run\.ts$/;
/** Tests of the selection name files that they only make up. */
const namesPaths = (name) =>
  isTest(name) && !isStage(name) && !linking.test(name) && !/^tools\/(selection\/|.*js$)/.test(name);
const mayNameAnything = (name) => /^(e2e|tools)\//.test(name);
/** Recorded calls, which the description of the interface shows. */
const isExample = (name) => name.endsWith('.examples.json');
const examples = 'examples:';
const allOperations = 'libs/contracts/src/operations.ts';
/** Lists of files that the rules of the code go through. */
const lists = {
  'tools/tidy/workspace.ts': {
    files: ['./'],
    code: ['apps/', 'e2e/', 'libs/', 'tools/'],
    production: ['apps/', 'libs/'],
    libs: ['libs/'],
    entriesOf: ['libs/'],
    foldersIn: ['apps/', 'libs/'],
  },
};

/** All files of a checkout but those that are made, by path from the root. */
export function filesBelow(root, folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = posix.join(folder, entry.name);
    if (left.test(name)) return [];
    return entry.isDirectory() ? filesBelow(root, name) : [name];
  });
}

/** The library, the program, or the folder at the top, that a file belongs to. */
export function homeOf(name) {
  const [top, second] = name.split('/');
  return top === 'libs' || top === 'apps' ? `${top}/${second}` : top;
}

function foldersAbove(name) {
  const parts = name.split('/').slice(0, -1);
  return ['./', ...parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`)];
}

/**
 * A node of the graph is a file; `folder/`, which is all below it; `index#name`, a name that an index passes on; or
 * `assets:libs/x`, the files of a library that are no code.
 */
export class SourceGraph {
  #known = new Map();

  /** @param names files by path from the root; all when absent */
  constructor(root, names = filesBelow(root)) {
    this.root = root;
    this.names = new Set(names);
    this.folders = new Set(names.flatMap(foldersAbove));
  }

  #once(key, compute) {
    if (!this.#known.has(key)) this.#known.set(key, compute());
    return this.#known.get(key);
  }

  text(name) {
    return this.#once(`text ${name}`, () => readFileSync(join(this.root, name), 'utf8'));
  }

  /** The file that a specifier means; undefined for packages. */
  resolve(from, specifier) {
    const [, lib, entry = 'index'] = /^@lectern\/([a-z-]+)(?:\/([a-z-]+))?$/.exec(specifier) ?? [];
    if (lib === undefined && !specifier.startsWith('.')) return undefined;
    const path = lib ? `libs/${lib}/src/${entry}` : posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
    const tries = ['', '.ts', '.tsx', '.mjs', '.cjs', '.json', '/index.ts'].map((end) => path + end);
    return tries.find((name) => this.names.has(name));
  }

  /** What a file imports of the project: the file, and the names that it takes; all where `names` is undefined. */
  importsOf(name) {
    return this.#once(`imports ${name}`, () => {
      if (!isCode(name) || !this.names.has(name)) return [];
      // Answers of operations are described by their types.
      const imports = importsIn(this.text(name), { withTypes: name.startsWith('libs/contracts/') });
      return imports.flatMap((one) => {
        const file = this.resolve(name, one.specifier);
        return file === undefined ? [] : [{ ...one, file }];
      });
    });
  }

  declares(file, name) {
    return this.#once(`declared ${file}`, () => new Set(isCode(file) ? declaredIn(this.text(file)) : [])).has(name);
  }

  /** Whether a file only passes names on: its users depend on what they take of it. */
  isBarrel(file) {
    return this.#once(`barrel ${file}`, () => isCode(file) && isBarrel(this.text(file)));
  }

  /** The file that declares a name which a file exports; undefined where none is found. */
  originOf(file, name) {
    return this.#once(`origin ${file}#${name}`, () => this.#findOrigin(file, name, new Set()));
  }

  #findOrigin(file, name, seen) {
    if (this.declares(file, name)) return { file, name };
    if (seen.has(file)) return undefined;
    seen.add(file);
    const passed = this.importsOf(file).filter(({ isPassedOn }) => isPassedOn);
    for (const { file: target, names } of passed) {
      const one = names?.find(({ here }) => here === name);
      if (one) return this.#findOrigin(target, one.there, seen) ?? { file: target, name: one.there };
    }
    for (const { file: target } of passed.filter(({ names, as }) => names === undefined && as === undefined)) {
      const found = this.#findOrigin(target, name, seen);
      if (found) return found;
    }
    return undefined;
  }

  /** Where the names come from that a file imports: `file#name` for each. */
  originsOf(name) {
    return this.#once(`origins ${name}`, () =>
      this.importsOf(name).flatMap(({ file, names = [] }) =>
        names.map(({ there, here }) => ({ here, ...(this.originOf(file, there) ?? { file, name: there }) })),
      ),
    );
  }

  /** Nodes that a node needs at once. */
  edgesOf(name) {
    return this.#once(`edges ${name}`, () => {
      if (name.endsWith('/')) return [...this.names].filter((file) => isProductCode(file) && isBelow(file, name));
      if (!this.names.has(name)) return [];
      const more = [...assetsOf(name), ...(name === allOperations ? [examples] : [])];
      return new Set([...this.#imported(name), ...this.#entered(name), ...this.#named(name), ...more]);
    });
  }

  #imported(name) {
    return this.importsOf(name).flatMap(({ file, names }) => {
      const read = names?.flatMap(({ there }) => lists[file]?.[there] ?? []) ?? [];
      if (names === undefined || !this.isBarrel(file)) return [file, ...read];
      return names.flatMap(({ there }) => {
        const origin = this.originOf(file, there);
        return origin === undefined ? [file] : [`${file}#${there}`, origin.file];
      });
    });
  }

  #entered(name) {
    if (!isCode(name)) return [];
    return entriesIn(this.text(name)).flatMap(({ folder, name: entry }) => {
      const beside = posix.join(posix.dirname(name), `${entry}.ts`);
      if (folder.trim() === '__dirname' && this.names.has(beside)) return [beside];
      return [...this.names].filter((file) => homeOf(file) === homeOf(name) && file.endsWith(`/${entry}.ts`));
    });
  }

  /** Files and folders whose path a test has as a text. */
  #named(name) {
    if (!isCode(name) || !namesPaths(name)) return [];
    const isPath = (path) => /\w/.test(path) || (/^\.\.(\/\.\.)*$/.test(path) && !mayNameAnything(name));
    const paths = pathsIn(this.text(name)).filter(isPath);
    return paths.flatMap((path) => {
      const built = path.replace(/^dist\//, '').replace(/\.js$/, '.ts');
      const fromRoot = mayNameAnything(name) && (name.startsWith('tools/') || /[/.]/.test(path)) ? [path, built] : [];
      const places = [posix.join(posix.dirname(name), path), ...fromRoot];
      return places.flatMap((place) => {
        if (this.names.has(place)) return [place];
        return place !== '.' && this.folders.has(`${place}/`) ? [`${place}/`] : [];
      });
    });
  }

  /** Everything that files need, themselves included. `more` adds to it; `isEnd` says which files are not followed. */
  closure(starts, { more = () => [], isEnd = () => false } = {}) {
    const found = new Set(starts);
    // Iteration over a set includes elements that the loop adds.
    for (const name of found) {
      if (isEnd(name)) continue;
      for (const next of this.edgesOf(name)) found.add(next);
      for (const next of more(name)) found.add(next);
    }
    return found;
  }
}

const isProductCode = (name) => /^(libs|apps)\//.test(name) && isCode(name) && !isTest(name);
const isBelow = (file, folder) => folder !== './' && file.startsWith(folder);
/** Code of a library may read any file of it by its path. */
const assetsOf = (name) => (/^(libs|apps)\//.test(name) ? [`assets:${homeOf(name)}`] : []);

/** Nodes of the graph that a changed file changes, itself among them. */
export function changedWith(name) {
  if (/^(libs|apps)\/.*\.md$/.test(name)) return [name, './'];
  const asset = isExample(name) ? examples : `assets:${homeOf(name)}`;
  return [name, ...foldersAbove(name), ...(isCode(name) ? [] : [asset])];
}
