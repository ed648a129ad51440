import type { TextRange } from '../../parts/passage/passage-id';
import type { Answer, FoundPassage } from './answer';

type Sentence = Answer['sentences'][number];

/** Sources of an answer, numbered in the order in which the answer cites them. */
export interface Source {
  /** From 1. */
  readonly number: number;
  readonly key: string;
  /** Id of a paragraph, or a range of a field in the same form, at which the document is opened. */
  readonly place?: string;
  /** From the first to the last cited sentence, in code points of the text of the field. */
  readonly exact?: TextRange;
  /** Absent for a text that the search itself did not bring. */
  readonly passage?: FoundPassage;
}

/**
 * Characters for private use, which mark citations and the bounds of unsupported sentences in the text.
 * Markdown leaves them where they are.
 */
export const marks = { cite: '\uE000', citeEnd: '\uE001', unsupported: '\uE002', unsupportedEnd: '\uE003' } as const;

const OWN_MARKS = /[\uE000-\uE003]/g;
const SOURCES_PER_SENTENCE_MAX = 3;
const IS_PARAGRAPH = /\/\d+-\d+$/;

/** Sources of the answer, as its sentences name them one after the other. */
export function sourcesOf({ sentences, found }: Pick<Answer, 'sentences' | 'found'>): readonly Source[] {
  const sources = new Map<string, Source>();
  const spans = [...sentences].sort(byStart).flatMap(citedSpans);
  for (const span of spans) {
    if (sources.has(span.key)) continue;
    const passage = found.find(({ key }) => key === span.key);
    const place = placeOf(span);
    const exact = exactRange(spans.filter(({ key }) => key === span.key));
    const source = { number: sources.size + 1, key: span.key, ...(exact && { exact }) };
    sources.set(span.key, { ...source, ...(place !== undefined && { place }), ...(passage && { passage }) });
  }
  return [...sources.values()];
}

function byStart(one: Sentence, other: Sentence): number {
  return one.start - other.start;
}

/** The best sources of a sentence, one per key. */
function citedSpans({ status, sources }: Sentence): Sentence['sources'] {
  if (status === 'unsupported') return [];
  const isFirst = (key: string, at: number) => sources.findIndex((other) => other.key === key) === at;
  return sources.filter(({ key }, at) => isFirst(key, at)).slice(0, SOURCES_PER_SENTENCE_MAX);
}

function placeOf({ key, resource, field, field_start: start, field_end: end }: Sentence['sources'][number]) {
  if (IS_PARAGRAPH.test(key)) return key;
  return resource === undefined || start === undefined ? undefined : `${resource}${field}/${start}-${end}`;
}

function exactRange(spans: Sentence['sources']): TextRange | undefined {
  const known = spans.flatMap(({ field_start: start, field_end: end }) =>
    start === undefined || end === undefined ? [] : [{ start, end }],
  );
  if (known.length === 0) return undefined;
  return { start: Math.min(...known.map(({ start }) => start)), end: Math.max(...known.map(({ end }) => end)) };
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** The answer with marks after sentences that sources support and around those that nothing supports. */
export function markedAnswer({ text, sentences }: Pick<Answer, 'text' | 'sentences'>, sources: readonly Source[]) {
  const points = [...text.replaceAll(OWN_MARKS, '\uFFFD')];
  const numbers = new Map(sources.map(({ key, number }) => [key, number]));
  const insertions = sentences.flatMap((sentence) => insertionsOf(sentence, points, numbers));
  return inserted(points, insertions);
}

function insertionsOf(
  sentence: Sentence,
  points: readonly string[],
  numbers: ReadonlyMap<string, number>,
): readonly Insertion[] {
  const end = textEnd(points, sentence);
  if (sentence.status === 'unsupported') {
    const start = textStart(points, sentence);
    return start < end ? [mark(start, marks.unsupported), mark(end, marks.unsupportedEnd)] : [];
  }
  const cited = citedSpans(sentence).flatMap(({ key }) => numbers.get(key) ?? []);
  return [
    mark(
      end,
      cited
        .sort((one, other) => one - other)
        .map(citation)
        .join(''),
    ),
  ];
}

const mark = (at: number, text: string): Insertion => ({ at, text });
const citation = (number: number) => `${marks.cite}${number}${marks.citeEnd}`;

/** End of the text of a sentence: not in the next line, nor after the cell of a table. */
function textEnd(points: readonly string[], { start, end }: Sentence): number {
  let at = Math.min(end, points.length);
  while (at > start && /[\s|]/.test(points[at - 1] ?? '')) at -= 1;
  return at;
}

const BLOCK_MARK = /^\s*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6}|>|\|)\s+)*/;

/** Position after the marks that make a line a heading, an item or a quotation. */
function textStart(points: readonly string[], { start, end }: Sentence): number {
  const begin = points.slice(start, end).join('');
  return start + [...(BLOCK_MARK.exec(begin)?.[0] ?? '')].length;
}

function inserted(points: readonly string[], insertions: readonly Insertion[]): string {
  const at = new Map<number, string>();
  for (const { at: place, text } of insertions) at.set(place, (at.get(place) ?? '') + text);
  const pieces = points.map((point, place) => (at.get(place) ?? '') + point);
  return pieces.join('') + (at.get(points.length) ?? '');
}
