// Which files answer what a spec asks over HTTP: operations lead to their handlers and to the tasks that they queue,
// abstract classes to what extends them. Plain Node 20, before anything is installed.
import { isTest } from './source-graph.mjs';

/** Methods that handle an operation, and rows of `handlersOf`, of which the first may be on its line. */
const handling = /^ *@Handles\(\s*(\w+)|(?:^ *|^export const \w+ = handlersOf\(\w+\))\.answer\(\s*(\w+)/gm;
const running = /^ *@Runs\(\s*(\w+)/gm;
const extending = /^export (?:abstract )?class \w+(?:<[^>{]*>)? extends (\w+)/gm;
const declaring = /^export const (\w+)(?:: [^=]+)? = \w*[oO]peration\(\{/gm;
const inContracts = (name) => name.startsWith('libs/contracts/src/');
const isProduct = (name) => /^(libs|apps)\/.*\.tsx?$/.test(name) && !isTest(name) && !name.startsWith('apps/console/');
/** Lists of all operations: who reads one does not depend on all of them. */
export const isTable = (name) => inContracts(name) && /\/operations\.ts$/.test(name);

/** The last words of paths that are no parameters: `ask` of `/kb/{kbid}/ask`. */
function lastWords(text) {
  const paths = [...text.matchAll(/['"`]((?:\/[\w{}.:-]+)+)['"`]/g)].map(([, path]) => path);
  const words = paths.map((path) =>
    path
      .replace(/(\/\{\w+\})+$/, '')
      .split('/')
      .at(-1),
  );
  return words.filter((word) => word !== '');
}

export class ProductGraph {
  /** Files by the `file#name` of the operation that they answer, of the task that they run; by the file of a class. */
  #answering = new Map();
  #running = new Map();
  #extending = new Map();
  #known = new Map();

  constructor(graph) {
    this.graph = graph;
    this.sources = [...graph.names].filter(isProduct);
    for (const file of this.sources) {
      const text = graph.text(file);
      const note = (map, pattern) => {
        for (const [, ...names] of text.matchAll(pattern))
          for (const name of names) if (name !== undefined) noteIn(map, this.#originIn(file, name), file);
      };
      note(this.#answering, handling);
      note(this.#running, running);
      for (const [, name] of text.matchAll(extending))
        noteIn(this.#extending, this.#originIn(file, name)?.split('#')[0], file);
    }
    this.operations = new Map(this.sources.filter(inContracts).flatMap((file) => this.#declaredIn(file)));
  }

  #once(key, compute) {
    if (!this.#known.has(key)) this.#known.set(key, compute());
    return this.#known.get(key);
  }

  /** `file#name` of what a name means in a file. */
  #originIn(file, name) {
    const origin = this.graph.originsOf(file).find(({ here }) => here === name);
    if (origin) return `${origin.file}#${origin.name}`;
    return this.graph.declares(file, name) ? `${file}#${name}` : undefined;
  }

  /** Operations with their file and the last words of their paths. A path may be a constant of the file. */
  #declaredIn(file) {
    const text = this.graph.text(file);
    const starts = [...text.matchAll(declaring)];
    const common = lastWords(text.slice(0, starts[0]?.index));
    return starts.map(({ 1: name, index }, at) => {
      const own = lastWords(text.slice(index, starts[at + 1]?.index));
      return [name, { file, words: new Set([...own, ...common]) }];
    });
  }

  /** What a file needs besides what it imports: the handlers of what it asks others for, and adapters of its ports. */
  more = (file) =>
    this.#once(`more ${file}`, () => {
      const asked = this.graph
        .originsOf(file)
        .flatMap(({ file: from, name }) => [...(this.#answering.get(`${from}#${name}`) ?? [])]);
      return [...asked, ...(this.#extending.get(file) ?? [])];
    });

  /** Everything that answers an operation, with what the tasks run that it queues. */
  reached(operation) {
    return this.#once(`reached ${operation}`, () => {
      const { file } = this.operations.get(operation);
      const answering = this.#closure([file, ...(this.#answering.get(`${file}#${operation}`) ?? [])]);
      const tasks = new Set([...answering].flatMap((name) => this.#queued(name)));
      // Iteration over a set includes elements that the loop adds.
      for (const task of tasks) for (const next of this.#tasksAfter(task)) tasks.add(next);
      return new Set([...answering, ...[...tasks].flatMap((task) => [...this.#workOf(task)])]);
    });
  }

  #closure(starts) {
    return this.graph.closure(starts, { more: this.more, isEnd: isTable });
  }

  #workOf(task) {
    return this.#once(`work ${task}`, () => this.#closure(this.#running.get(task)));
  }

  #tasksAfter(task) {
    return this.#once(`after ${task}`, () => new Set([...this.#workOf(task)].flatMap((name) => this.#queued(name))));
  }

  /** Tasks that a file names. */
  #queued(file) {
    return this.#once(`queued ${file}`, () =>
      this.graph
        .originsOf(file)
        .map(({ file: from, name }) => `${from}#${name}`)
        .filter((task) => this.#running.has(task)),
    );
  }

  /** What every request goes through, and what is known to answer none: it may act on all of them. */
  base() {
    return this.#once('base', () => {
      const known = new Set([...this.operations.keys()].flatMap((name) => [...this.reached(name)]));
      const mains = this.sources.filter((name) => /^apps\/[^/]+\/src\/main\.ts$/.test(name));
      const gateway = this.graph.closure(['apps/gateway/src/main.ts'], { isEnd: isTable });
      const unknown = [...this.graph.closure(mains, { isEnd: isTable })].filter((name) => !known.has(name));
      return new Set([...gateway, ...unknown].filter((name) => !isTable(name)));
    });
  }
}

function noteIn(map, key, value) {
  if (key !== undefined && key !== value) map.set(key, new Set([...(map.get(key) ?? []), value]));
}
