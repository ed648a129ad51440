import { join } from 'node:path';

/** The graph of the files of a checkout. */
export interface SourceGraph {
  readonly names: ReadonlySet<string>;
}

export interface Suites {
  readonly graph: SourceGraph;
  readonly all: readonly string[];
  closureOf(suite: string): ReadonlySet<string>;
  ownFiles(suite: string): readonly string[];
  touchedBy(changed: readonly string[], names?: readonly string[]): readonly string[];
}

export interface Selection {
  readonly suites: readonly string[];
  readonly tools: readonly string[];
  readonly modes: readonly string[];
  readonly jest: readonly string[];
  readonly notes: readonly string[];
}

export interface Modules {
  readonly SourceGraph: new (root: string) => SourceGraph;
  readonly Suites: new (graph: SourceGraph) => Suites;
  readonly select: (args: readonly string[], options: { readonly root: string; readonly all?: Suites }) => Selection;
  readonly hashesOf: (selection: Selection) => Readonly<Record<string, string>>;
  readonly passedFile: (root: string) => string;
  readonly tools: Readonly<Record<string, { readonly obtain: readonly string[]; readonly used: RegExp }>>;
}

/** What chooses suites: it runs before there is a compiler, and has no types. */
export async function loadSelection(): Promise<Modules> {
  const names = ['source-graph', 'suites', 'select', 'passed', 'needs'];
  const loaded: object[] = await Promise.all(names.map((name) => import(join(__dirname, `${name}.mjs`))));
  return Object.assign({}, ...loaded);
}
