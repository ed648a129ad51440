// Which suites have passed in this checkout with the very files that they need now. Plain Node 20, before anything is
// installed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { changedWith } from './source-graph.mjs';
import { isDecisive } from './suites.mjs';

/** The reporter of Jest keeps it. */
export const passedFile = (root) => join(root, '.cache/passed-suites.json');
/** What the suites of a run need, for that reporter: a run may take long, and files change meanwhile. */
export const hashesFile = (root, pid) => join(root, `.cache/suite-hashes-${pid}.json`);

const digest = (parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

export class SuiteHashes {
  #known = new Map();

  /** @param modes in which e2e specs run */
  constructor(all, modes) {
    this.all = all;
    this.graph = all.graph;
    this.common = digest([
      process.platform,
      ...modes,
      ...this.#contents([...this.graph.names].filter(isDecisive).sort()),
    ]);
  }

  #once(key, compute) {
    if (!this.#known.has(key)) this.#known.set(key, compute());
    return this.#known.get(key);
  }

  #contents(names) {
    return names.map((name) =>
      this.#once(name, () => `${name} ${digest([readFileSync(join(this.graph.root, name))])}`),
    );
  }

  /** Files by the nodes that their change changes, besides themselves. */
  #below(node) {
    const all = this.#once('below', () => {
      const found = new Map();
      for (const name of [...this.graph.names].sort())
        for (const one of changedWith(name)) found.set(one, [...(found.get(one) ?? []), name]);
      return found;
    });
    return this.#once(`all ${node}`, () => digest(this.#contents(all.get(node) ?? [])));
  }

  #stateOf(node) {
    if (this.graph.names.has(node)) return this.#contents([node])[0];
    const [index, name] = node.split('#');
    if (name === undefined) return `${node} ${this.#below(node)}`;
    return this.#once(node, () => `${node} ${JSON.stringify(this.graph.originOf(index, name))}`);
  }

  /** Of everything that a suite needs: the same as long as that is the same. */
  of(suite) {
    return digest([this.common, ...[...this.all.closureOf(suite)].map((node) => this.#stateOf(node)).sort()]);
  }
}

export function readPassed(root) {
  const file = passedFile(root);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

export function writeHashes(root, hashes) {
  const file = hashesFile(root, process.pid);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(hashes));
  return file;
}
