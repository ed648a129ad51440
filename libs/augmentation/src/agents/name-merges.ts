import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldedWords, foldText } from '@lectern/text';

/** A name and the number of resources that have it. */
export interface CountedName {
  readonly name: string;
  readonly resources: number;
}

/** A name that means the same as another one. */
export interface AlikeName extends CountedName {
  /** How alike the letters of the two are, 0..1. */
  readonly similarity: number;
  /** Why it is thought to mean the same. */
  readonly reason: 'spelling' | 'order of words' | 'nearly the same letters' | 'model';
}

/** A name that stays, and those that it replaces. */
export interface NameMerge {
  readonly keep: CountedName;
  readonly merge: readonly AlikeName[];
}

/** Share of letters in common, by trigrams, from which on names are merged by rule. */
const LETTERS_MIN = 0.85;
/** The same for names that a model is asked about. */
const ASKED_MIN = 0.5;
/** Shorter names differ too easily in one letter. */
const LETTERS_COUNT_MIN = 6;
const NAMES_PER_TURN = 100;
/** Beginnings that turn a word into its opposite. */
const OPPOSITES = /^(?:un|in|im|il|ir|dis|non|anti|de|mis)$/;

/** Whether two names mean the same, by a model; undefined when it does not say. */
export type Judge = (pairs: readonly (readonly [string, string])[]) => Promise<readonly boolean[]>;

/**
 * Names that are spelled nearly the same, each group with the most frequent one to keep. Names whose numbers differ
 * never mean the same.
 *
 * @param judge decides, where there is one, about names that are not spelled the same
 */
export async function nameMerges(
  names: readonly CountedName[],
  { judge, signal }: { readonly judge?: Judge; readonly signal: AbortSignal },
): Promise<readonly NameMerge[]> {
  const inOrder = names.toSorted((a, b) => b.resources - a.resources || compare(a.name, b.name)).map(readName);
  const index = indexed(inOrder);
  const taken = new Set<ReadName>();
  const merges: NameMerge[] = [];
  for (const [at, keep] of inOrder.entries()) {
    if (at % NAMES_PER_TURN === 0) await nextTurn(undefined, { signal });
    if (taken.has(keep)) continue;
    taken.add(keep);
    const others = candidatesOf(keep, index, judge ? 1 : RARE_SHARE).filter((one) => !taken.has(one));
    const merge = await alikeOf(keep, others, judge);
    for (const { read } of merge) taken.add(read);
    if (merge.length > 0) merges.push({ keep: keep.counted, merge: merge.map(({ alike }) => alike) });
  }
  return merges;
}

/** Names with one trigram that are compared. */
const POSTINGS_MAX = 200;
/** Names that share `LETTERS_MIN` of their trigrams share one of these rarest ones, at least. */
const RARE_SHARE = 0.35;
const JUDGED_MAX = 20;

interface ReadName {
  readonly counted: CountedName;
  /** Folded words in their order. */
  readonly text: string;
  readonly sorted: string;
  readonly digits: string;
  readonly grams: ReadonlySet<string>;
}

function readName(counted: CountedName): ReadName {
  const all = foldedWords(foldText(counted.name));
  const text = all.join(' ') || counted.name;
  const digits = all.filter((word) => /\d/.test(word)).join(' ');
  const padded = `  ${text} `;
  // Signs alone are alike in nothing.
  const grams = new Set(
    all.length === 0 ? [] : Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)),
  );
  return { counted, text, sorted: all.toSorted().join(' '), digits, grams };
}

interface NameIndex {
  readonly bySorted: ReadonlyMap<string, readonly ReadName[]>;
  /** Common trigrams have their first names only. */
  readonly byGram: ReadonlyMap<string, readonly ReadName[]>;
  readonly frequency: ReadonlyMap<string, number>;
}

function indexed(names: readonly ReadName[]): NameIndex {
  const byGram = new Map<string, ReadName[]>();
  const frequency = new Map<string, number>();
  for (const one of names) {
    for (const gram of one.grams) {
      const known = byGram.get(gram) ?? [];
      if (known.length < POSTINGS_MAX) known.push(one);
      byGram.set(gram, known);
      frequency.set(gram, (frequency.get(gram) ?? 0) + 1);
    }
  }
  return { byGram, frequency, bySorted: Map.groupBy(names, ({ sorted }) => sorted) };
}

/** Names that may be alike. @param share of the trigrams of the name, its rarest ones, that are looked up */
function candidatesOf(keep: ReadName, { byGram, frequency, bySorted }: NameIndex, share: number): readonly ReadName[] {
  if (keep.grams.size === 0) return [];
  const rarest = [...keep.grams].toSorted((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0));
  const wanted = rarest.slice(0, Math.ceil(keep.grams.size * share) + 1);
  const found = new Set<ReadName>(bySorted.get(keep.sorted));
  for (const gram of wanted) for (const one of byGram.get(gram) ?? []) if (one.digits === keep.digits) found.add(one);
  found.delete(keep);
  return [...found];
}

interface Alike {
  readonly read: ReadName;
  readonly alike: AlikeName;
}

async function alikeOf(keep: ReadName, others: readonly ReadName[], judge: Judge | undefined): Promise<Alike[]> {
  const scored = others
    .filter((one) => one.digits === keep.digits && !isOpposite(one, keep))
    .map((one) => ({ one, similarity: shared(keep, one) }))
    .filter(({ similarity }) => similarity >= ASKED_MIN)
    .toSorted((a, b) => b.similarity - a.similarity || compare(a.one.counted.name, b.one.counted.name));
  const merged: Alike[] = [];
  const asked: typeof scored = [];
  for (const { one, similarity } of scored) {
    const reason = reasonFor(keep, one, similarity);
    if (reason !== undefined && (!judge || reason === 'spelling'))
      merged.push({ read: one, alike: { ...one.counted, similarity, reason } });
    else if (judge && asked.length < JUDGED_MAX) asked.push({ one, similarity });
  }
  if (!judge || asked.length === 0) return merged;
  const same = await judge(asked.map(({ one }) => [keep.counted.name, one.counted.name]));
  const judged = asked.filter((_, at) => same[at] === true);
  return [
    ...merged,
    ...judged.map(({ one, similarity }): Alike => {
      return { read: one, alike: { ...one.counted, similarity, reason: 'model' } };
    }),
  ];
}

function reasonFor(keep: ReadName, one: ReadName, similarity: number): AlikeName['reason'] | undefined {
  if (one.text === keep.text) return 'spelling';
  if (one.sorted === keep.sorted) return 'order of words';
  const isLong = Math.min(one.text.length, keep.text.length) >= LETTERS_COUNT_MIN;
  return isLong && similarity >= LETTERS_MIN ? 'nearly the same letters' : undefined;
}

/** Dice coefficient of the trigrams. */
function shared(one: ReadName, other: ReadName): number {
  let common = 0;
  for (const gram of one.grams) if (other.grams.has(gram)) common += 1;
  return (2 * common) / (one.grams.size + other.grams.size);
}

/** `legal` and `illegal`, `paid` and `not paid`. */
function isOpposite(one: ReadName, other: ReadName): boolean {
  const [short, long] = one.text.length < other.text.length ? [one.text, other.text] : [other.text, one.text];
  const before = long.slice(0, long.length - short.length).trim();
  return (
    long.endsWith(short) && before !== '' && (OPPOSITES.test(before) || /^(?:no|not|kein|nicht|sin|pas)$/.test(before))
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
