import { excludeEachOther } from '../qualifiers/kinds';
import { type Alignment, isSimilar } from './alignment';
import { unitOf } from '../qualifiers/quantity';
import { tellsNames, type Token } from './token';

/** How a sentence differs from the words it was compared with. */
export type Contradiction = 'number' | 'unit' | 'negation' | 'name' | 'word';

/** Distance from the compared words, in words, within which a name or number may occur that they do not repeat. */
const AROUND_WORDS = 120;
/** Additional words that the context may have when only a negation was omitted. */
const EXTRA_WORDS_MAX = 2;
const UNIT_WITHIN_WORDS = 2;
/**
 * From this coverage on, a sentence repeats the context so closely that each of its words must come from the context.
 */
const CLOSE_COVERAGE = 0.5;
/** Before the first common word and after the last one. */
const EDGE_WORDS = 3;

export interface ComparisonOptions {
  /** Whether the sentence may continue, before or after the compared part, with content from elsewhere. */
  readonly isPart?: boolean;
  /** Indexes of tokens that the passage says in another form: `March` as `03/2024`. */
  readonly said?: ReadonlySet<number>;
}

/** The first difference in number, unit, negation or name; undefined when there is none. */
export function contradictionIn(
  tokens: readonly Token[],
  alignment: Alignment,
  { isPart = false, said }: ComparisonOptions = {},
): Contradiction | undefined {
  const compared = new Comparison(tokens, alignment);
  for (const [index, token] of tokens.entries()) {
    if (said?.has(index) && (alignment.matches[index] ?? -1) < 0) continue;
    const difference = compared.differenceAt(index, token);
    if (difference === 'negation' && isPart && !compared.isInside(index)) continue;
    if (difference) return difference;
  }
  return compared.dropsNegation() ? 'negation' : undefined;
}

/** The gap between the nearest common words on both sides of a word. */
interface Gap {
  /** Index of the previous common word in the sentence, −1 at its beginning. */
  readonly before: number;
  /** Index of the next common word in the sentence, its length at its end. */
  readonly behind: number;
  /** Index of the first word of the passage in the gap. */
  readonly from: number;
  /** Index after the last one. */
  readonly until: number;
}

class Comparison {
  private readonly isCased: boolean;
  private readonly used: ReadonlySet<number>;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly alignment: Alignment,
  ) {
    this.isCased = tellsNames(tokens, alignment.passage.language);
    this.used = new Set(alignment.matches);
  }

  differenceAt(index: number, token: Token): Contradiction | undefined {
    const isInOrder = (this.alignment.matches[index] ?? -1) >= 0;
    if (token.kind === 'number') {
      if (isInOrder) return this.hasOtherUnit(index) ? 'unit' : undefined;
      return this.isReplaced(index, ['number']) || !this.standsNear(token) ? 'number' : undefined;
    }
    if (isInOrder) return undefined;
    if (token.kind === 'negation') return this.deniesNear(index) ? undefined : 'negation';
    if (token.kind === 'name' || (index === 0 && this.isNameNear(token))) {
      return this.isReplaced(index, ['name', 'word']) || !this.standsNear(token) ? 'name' : undefined;
    }
    if (token.kind !== 'word') return undefined;
    return this.isExcluded(token) || this.isChangedWord(index, token) ? 'word' : undefined;
  }

  /** One of the compared words is of the same kind but cannot mean the same: `paid` instead of `sick`. */
  private isExcluded(token: Token): boolean {
    const { passage, first, last } = this.alignment;
    if (this.standsNear(token)) return false;
    return passage.tokens
      .slice(first, last)
      .some((other, at) => !this.used.has(first + at) && excludeEachOther(token.term, other.term, passage.language));
  }

  /** Whether there are common words on both sides of a word. */
  isInside(index: number): boolean {
    const { before, behind } = this.gapAt(index);
    return before >= 0 && behind < this.tokens.length;
  }

  /** Whether the sentence omits a negation of the context, and almost nothing else. */
  dropsNegation(): boolean {
    const { passage, matches, first, last } = this.alignment;
    const common = [...matches.keys()].filter((index) => (matches[index] ?? -1) >= 0);
    const [start, end] = [common[0], common.at(-1)];
    if (start === undefined || end === undefined) return false;
    const [opening, closing] = [(matches[start] ?? first) - 1, (matches[end] ?? last) + 1];
    const denies = (at: number) => passage.tokens[at]?.kind === 'negation';
    if (start === 0 && opening >= first && denies(opening)) return true;
    if (end === matches.length - 1 && closing === last - 1 && denies(closing)) return true;
    return common.slice(1).some((behind, at) => this.dropsNegationIn(this.gapBetween(common[at], behind)));
  }

  private dropsNegationIn({ before, behind, from, until }: Gap): boolean {
    const between = this.alignment.passage.tokens.slice(from, until);
    const own = this.tokens.slice(before + 1, behind);
    if (between.length - own.length > EXTRA_WORDS_MAX) return false;
    return between.some(({ kind }) => kind === 'negation') && own.every(({ kind }) => kind !== 'negation');
  }

  private gapAt(index: number): Gap {
    const { matches } = this.alignment;
    let [before, behind] = [index - 1, index + 1];
    while (before >= 0 && (matches[before] ?? -1) < 0) before -= 1;
    while (behind < matches.length && (matches[behind] ?? -1) < 0) behind += 1;
    return this.gapBetween(before < 0 ? undefined : before, behind < matches.length ? behind : undefined);
  }

  /** At an end of the sentence, the gap includes a few words of the context before or after the common ones. */
  private gapBetween(before: number | undefined, behind: number | undefined): Gap {
    const { matches, first, last } = this.alignment;
    const [left, right] = [before, behind].map((index) => (index === undefined ? undefined : matches[index]));
    const from = left === undefined ? Math.max(first, (right ?? first) - EDGE_WORDS) : left + 1;
    const until = right === undefined ? Math.min(last, (left ?? first) + 1 + EDGE_WORDS) : right;
    return { before: before ?? -1, behind: behind ?? matches.length, from, until };
  }

  /** Whether the context has a different word of these kinds in its place. */
  private isReplaced(index: number, kinds: readonly Token['kind'][]): boolean {
    const { from, until } = this.gapAt(index);
    const own = this.tokens[index];
    const others = this.alignment.passage.tokens.slice(from, until);
    return others.some(
      (other, at) =>
        kinds.includes(other.kind) && !this.used.has(from + at) && own !== undefined && !isSimilar(own, other),
    );
  }

  private standsNear(token: Token): boolean {
    return this.alignment.passage.title.has(token.term) || this.near().some((other) => isSimilar(token, other));
  }

  private near(): readonly Token[] {
    const { passage, first, last } = this.alignment;
    return passage.tokens.slice(Math.max(0, first - AROUND_WORDS), last + AROUND_WORDS);
  }

  private deniesNear(index: number): boolean {
    const { from, until } = this.gapAt(index);
    const around = this.alignment.passage.tokens.slice(Math.max(0, from - EDGE_WORDS), until + EDGE_WORDS);
    return around.some(({ kind }) => kind === 'negation');
  }

  /** Whether the word is capitalised inside sentences nearby. */
  private isNameNear(token: Token): boolean {
    return this.near().some(({ term, kind }) => kind === 'name' && term === token.term);
  }

  /**
   * Whether a sentence that otherwise repeats the context replaces a word of the context with another. Where capitals
   * mark names, a single other word may be a synonym; two in a row are not, nor is one that replaces a name or number.
   */
  private isChangedWord(index: number, token: Token): boolean {
    if (this.alignment.coverage < CLOSE_COVERAGE || !this.isForeign(token)) return false;
    const { before, behind, from, until } = this.gapAt(index);
    const replaced = this.alignment.passage.tokens
      .slice(from, until)
      .filter((other, at) => other.kind !== 'function' && !this.used.has(from + at) && !isSimilar(token, other));
    if (replaced.every(({ kind }) => kind === 'negation')) return false;
    if (!this.isCased) return true;
    const foreign = this.tokens.slice(before + 1, behind).filter((own) => this.isForeign(own));
    return foreign.length > 1 || replaced.every(({ kind }) => kind === 'name' || kind === 'number');
  }

  private isForeign(token: Token): boolean {
    return (token.kind === 'word' || token.kind === 'name') && !this.standsNear(token);
  }

  private hasOtherUnit(index: number): boolean {
    const { passage, matches } = this.alignment;
    const own = unitBehind(this.tokens, index);
    const said = unitBehind(passage.tokens, matches[index] ?? 0);
    return own !== undefined && said !== undefined && own !== said;
  }
}

function unitBehind(tokens: readonly Token[], index: number): string | undefined {
  const within = tokens[index]?.unit;
  if (within !== undefined) return within;
  const behind = tokens.slice(index + 1, index + 1 + UNIT_WITHIN_WORDS);
  const next = behind.findIndex(({ kind }) => kind === 'number');
  return (next < 0 ? behind : behind.slice(0, next))
    .map(({ folded }) => unitOf(folded))
    .find((unit) => unit !== undefined);
}
