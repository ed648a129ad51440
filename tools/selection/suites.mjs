// The suites of the project, and what each of them needs to run. Plain Node 20, before anything is installed.
import { isTable, ProductGraph } from './product-graph.mjs';
import { changedWith, isStage, isTest } from './source-graph.mjs';

/** Run whenever the product has changed: what they do, every other spec takes for granted. */
export const journeys = ['acceptance', 'spine'].map((name) => `e2e/specs/${name}.e2e-spec.ts`);

/** A change of these may change every suite: what runs them, what they all import, what is installed. */
const decisive =
  /^(tools\/(?!.*\.spec\.ts$)|\.ci\/|(package(-lock)?|tsconfig(\.base)?)\.json$|jest\.config\.cjs$|\.npmrc$|\.swcrc$|libs\/contracts\/src\/core(\.ts$|\/(?!.*\.spec\.ts$)))/;

/** The beginning of an e2e run, which no spec imports. */
const setUp = ['e2e/jest-setup.mjs', 'e2e/harness/setup.ts'];
/** What a file of the harness needs without naming it. */
const besides = {
  'e2e/harness/browser.ts': ['apps/console/'],
  'e2e/harness/guide-run.ts': ['examples/', 'clients/'],
};
const ofServices = /\b(runningModes|inAllModes|inModesOfServices|inEmbeddedModes|distributed-embedded)\b/;

export const kindOf = (name) => {
  if (/^e2e\/.*\.e2e-spec\.ts$/.test(name)) return 'e2e';
  if (/^libs\/.*\.int\.spec\.ts$/.test(name)) return 'int';
  return /^(libs|apps|tools|e2e)\/.*\.spec\.ts$/.test(name) ? 'unit' : undefined;
};
export const isDecisive = (name) => decisive.test(name);
export const isOfProduct = (name) =>
  /^(libs|apps)\//.test(name) && !isTest(name) && !/\.md$|examples\.json$/.test(name);

export class Suites {
  #closures = new Map();
  #product;

  constructor(graph) {
    this.graph = graph;
    this.all = [...graph.names].filter((name) => kindOf(name) !== undefined).sort();
  }

  get product() {
    return (this.#product ??= new ProductGraph(this.graph));
  }

  /** All that a suite needs: a suite whose closure is as it was ends as it did. */
  closureOf(suite) {
    if (!this.#closures.has(suite))
      this.#closures.set(suite, kindOf(suite) === 'e2e' ? this.#overHttp(suite) : this.graph.closure([suite]));
    return this.#closures.get(suite);
  }

  /** Files of tests that a suite runs; for e2e without those that every run has. */
  ownFiles(suite) {
    const isEnd = (name) => !isTest(name);
    const more = (name) => besides[name] ?? [];
    return [...this.graph.closure([suite], { more, isEnd })].filter((name) => !name.startsWith('assets:'));
  }

  #overHttp(suite) {
    const files = this.graph.closure([...this.ownFiles(suite), ...setUp], { isEnd: (name) => !isTest(name) });
    const acting = this.ownFiles(suite).filter((name) => !isStage(name) && !/^(libs|tools)\//.test(name));
    // Of the contracts what the spec itself names: the stage needs a few operations of every kind.
    const others = [...files].filter((name) => !name.startsWith('libs/contracts/'));
    const contracts = acting.flatMap((name) => [...this.graph.edgesOf(name)]).filter((name) => !others.includes(name));
    const found = this.graph.closure([...others, ...contracts], { isEnd: (name) => isTable(name) || isStage(name) });
    const add = (names) => names.forEach((name) => found.add(name));
    add(this.product.base());
    for (const operation of this.calledBy(acting)) add(this.product.reached(operation));
    return found;
  }

  /** Operations that files name, or whose path they have; all where none is known. */
  calledBy(files) {
    const readable = files
      .flatMap((name) => this.#filesOf(name))
      .filter((name) => /\.([cm]?js|tsx?|py|md)$/.test(name));
    const text = readable.map((name) => this.graph.text(name)).join('\n');
    const words = new Set(text.match(/\w+/g));
    const paths = new Set([...text.matchAll(/\/([\w.-]+)/g)].map(([, word]) => word));
    const all = [...this.product.operations];
    const called = all.filter(
      ([name, { words: last }]) => words.has(name) || [...last].some((word) => paths.has(word)),
    );
    const isUnknown = called.length === 0 || text.includes("'@lectern/contracts/operations'");
    return (isUnknown ? all : called).map(([name]) => name);
  }

  #filesOf(node) {
    if (!node.endsWith('/')) return this.graph.names.has(node) ? [node] : [];
    return node === './' ? [] : [...this.graph.names].filter((name) => name.startsWith(node));
  }

  /** Whether an e2e spec runs on the deployment in one process only. */
  isOfOneProcess(suite) {
    const files = this.ownFiles(suite).filter((name) => name.startsWith('e2e/') && !isStage(name));
    return !files.some((name) => this.graph.names.has(name) && ofServices.test(this.graph.text(name)));
  }

  /**
   * Suites that changed nodes touch, and the journeys when the product changed.
   *
   * @param changed files that changed, were added or were removed
   * @param names `index#name` for each name that an index passes on from elsewhere now
   */
  touchedBy(changed, names = []) {
    if (changed.some(isDecisive)) return this.all;
    const nodes = [...new Set([...names, ...changed.flatMap(changedWith)])];
    const isJourney = (suite) => journeys.includes(suite) && changed.some(isOfProduct);
    return this.all.filter((suite) => {
      const closure = isJourney(suite) || this.closureOf(suite);
      return closure === true || nodes.some((node) => closure.has(node));
    });
  }
}
