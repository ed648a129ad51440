import compromise from 'compromise';
import { readFileSync } from 'node:fs';
import { mentionsIn } from './entities';

/**
 * `node dist/libs/language/src/entities/entities.bench.js <ieer/dev.jsonl>`: precision, recall and F1 of names by their
 * exact words and type, in each document once, beside those of the package `compromise`.
 */
const kinds = ['PERSON', 'ORGANIZATION', 'LOCATION'] as const;
type Kind = (typeof kinds)[number];
type Names = Readonly<Record<Kind, ReadonlySet<string>>>;

interface MarkedText {
  readonly text: string;
  readonly marked: Names;
}

const kindOf: Readonly<Record<string, Kind>> = {
  PERSON: 'PERSON',
  ORG: 'ORGANIZATION',
  ORGANIZATION: 'ORGANIZATION',
  GPE: 'LOCATION',
  LOC: 'LOCATION',
  LOCATION: 'LOCATION',
};

function namesOf(found: readonly (readonly [kind: string, name: string])[]): Names {
  const of = (kind: Kind) =>
    new Set(
      found
        .filter(([own]) => kindOf[own] === kind)
        .map(([, name]) => tidyName(name))
        .filter(Boolean),
    );
  return { PERSON: of('PERSON'), ORGANIZATION: of('ORGANIZATION'), LOCATION: of('LOCATION') };
}

/** Without the space, the punctuation around it, and the `'s` that taggers keep. */
function tidyName(name: string): string {
  return name
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.]+$/gu, '')
    .replace(/(?:'s|[,.])$/, '')
    .trim();
}

function readDocuments(path: string): readonly MarkedText[] {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    // Written by the set.
    const { text, entities } = JSON.parse(line) as { text: string; entities: { type: string; text: string }[] };
    return { text, marked: namesOf(entities.map((one) => [one.type, one.text])) };
  });
}

function byRules({ text }: MarkedText): Names {
  const { mentions } = mentionsIn(text, 'en');
  return namesOf(mentions.map(({ label, start, end }) => [label, text.slice(start, end)]));
}

function byCompromise({ text }: MarkedText): Names {
  const read = compromise(text);
  // Declared as unknown by the package; `array` gives texts.
  const textsOf = (view: { out: (as: 'array') => unknown }) => view.out('array') as string[];
  return namesOf([
    ...textsOf(read.people()).map((name) => ['PERSON', name] as const),
    ...textsOf(read.organizations()).map((name) => ['ORG', name] as const),
    ...textsOf(read.places()).map((name) => ['LOC', name] as const),
  ]);
}

function show(method: string, documents: readonly MarkedText[], find: (document: MarkedText) => Names): void {
  const total = { hits: 0, found: 0, marked: 0 };
  const line = (name: string, { hits, found, marked }: typeof total) => {
    const [precision, recall] = [hits / found, hits / marked];
    const f1 = (2 * precision * recall) / (precision + recall);
    process.stdout.write(`${method}, ${name}: ${[precision, recall, f1].map((one) => one.toFixed(3)).join(' ')}\n`);
  };
  const all = documents.map((one) => ({ marked: one.marked, found: find(one) }));
  for (const kind of kinds) {
    const sums = { hits: 0, found: 0, marked: 0 };
    for (const { marked, found } of all) {
      sums.hits += [...found[kind]].filter((name) => marked[kind].has(name)).length;
      sums.found += found[kind].size;
      sums.marked += marked[kind].size;
    }
    for (const member of ['hits', 'found', 'marked'] as const) total[member] += sums[member];
    line(kind, sums);
  }
  line('all', total);
}

function main(): void {
  const documents = readDocuments(process.argv[2] ?? '');
  process.stdout.write(`${documents.length} documents: precision, recall, F1\n`);
  show('rules', documents, byRules);
  show('compromise', documents, byCompromise);
}

main();
