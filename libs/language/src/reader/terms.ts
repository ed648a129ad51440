import type { Word } from '@lectern/text';
import { LIKE, type Likenesses, LikeTerms } from './likeness';
import type { Passage } from './passage';
import type { Question } from './question';

/** How well each term of a question is matched, 0..1, parallel to its terms. */
export type Presence = Float64Array;

const NAME_BONUS = 1.2;
const SIGN_CHARACTERS_MAX = 2;
const digits = /\p{Nd}/u;

/** The terms of a question, each with its significance in this context. */
export class Terms {
  readonly weights: Float64Array;
  readonly nothing: Presence;
  private readonly total: number;
  private readonly matches = new Map<string, Likenesses>();
  private readonly like: LikeTerms;
  /** Positions of each word in the question. */
  private asked: ReadonlyMap<string, readonly number[]> | undefined;
  /** Presence of the terms in each unit of the passages. */
  private readonly ofUnits: ReadonlyMap<Iterable<Word>, Presence>;

  constructor(
    readonly question: Question,
    passages: readonly Passage[],
  ) {
    const units = passages.flatMap((passage) => passage.units);
    this.nothing = new Float64Array(question.terms.length);
    this.like = likeTermsOf(question);
    this.ofUnits = new Map(units.map((unit) => [unit.words, this.presenceIn(unit.words)]));
    const holders = new Float64Array(question.terms.length);
    for (const { words } of units) {
      this.presence(words).forEach((share, term) => (holders[term] = (holders[term] ?? 0) + (share > 0 ? 1 : 0)));
    }
    // Robertson–Spärck Jones weight over the units of the context, so that a word that occurs everywhere has little
    // weight.
    this.weights = holders.map((count, term) => {
      const rarity = Math.log(1 + (units.length - count + 0.5) / (count + 0.5));
      return rarity * (question.terms[term]?.isName ? NAME_BONUS : 1);
    });
    this.total = this.weights.reduce((sum, weight) => sum + weight, 0) || 1;
  }

  presence(all: Iterable<Word>): Presence {
    return this.ofUnits.get(all) ?? this.presenceIn(all);
  }

  private presenceIn(all: Iterable<Word>): Presence {
    const presence = new Float64Array(this.question.terms.length);
    const inOrder = [...all];
    inOrder.forEach((word, at) => {
      const found = isSign(word, inOrder[at - 1], inOrder[at + 1]) ? this.signed(word) : this.of(word);
      for (const [term, share] of found) presence[term] = Math.max(presence[term] ?? 0, share);
    });
    return presence;
  }

  /** Terms that are matched by a sign of a measure. */
  private signed({ folded }: Word): Likenesses {
    return this.question.terms.flatMap(({ alike }, index) => (alike.has(folded) ? [[index, LIKE] as const] : []));
  }

  /** Terms that a word matches, each with the quality of the match, 0..1. */
  of(word: Word): Likenesses {
    if (word.stem === '') return [];
    const known = this.matches.get(word.folded);
    if (known) return known;
    const found = this.like.of(word);
    this.matches.set(word.folded, found);
    return found;
  }

  /** Share of the question's weight that is present, and not present in `without`. */
  share(presence: Presence, without?: Presence): number {
    let sum = 0;
    presence.forEach((value, term) => (sum += Math.max(0, value - (without?.[term] ?? 0)) * (this.weights[term] ?? 0)));
    return sum / this.total;
  }

  /** Share of the names and numbers of the question that are present; 0 if it has none. */
  nameShare(presence: Presence): number {
    const names = this.question.terms.flatMap(({ isName }, term) => (isName ? [presence[term] ?? 0] : []));
    return names.reduce((sum, value) => sum + value, 0) / Math.max(1, names.length);
  }

  /** Longest run of words that also occurs in the question, including stop words, as a share of its words. */
  phrase(all: readonly Word[]): number {
    const asked = (this.asked ??= wordPositions(this.question.words));
    let longest = 0;
    /** For each position in the question, the length of the run that ends there with the previous word. */
    let runs: ReadonlyMap<number, number> = noRuns;
    for (const { folded } of all) {
      const positions = asked.get(folded);
      const before = runs;
      runs = positions ? new Map(positions.map((at) => [at, (before.get(at - 1) ?? 0) + 1])) : noRuns;
      for (const run of runs.values()) longest = Math.max(longest, run);
    }
    return longest < 2 ? 0 : longest / this.question.words.length;
  }
}

const noRuns: ReadonlyMap<number, number> = new Map();

function wordPositions(words: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>();
  words.forEach((word, at) => {
    const known = positions.get(word);
    if (known) known.push(at);
    else positions.set(word, [at]);
  });
  return positions;
}

const known = new WeakMap<Question, LikeTerms>();

/** Shared by all texts in which a question is searched. */
function likeTermsOf(question: Question): LikeTerms {
  const like = known.get(question) ?? new LikeTerms(question);
  known.set(question, like);
  return like;
}

/**
 * A stop word may be the sign of a measure, such as the French `m` and `l`: after a number, or if more than an
 * apostrophe separates it from the next word.
 */
function isSign({ stem, text, end }: Word, before: Word | undefined, after: Word | undefined): boolean {
  if (stem !== '' || text.length > SIGN_CHARACTERS_MAX) return false;
  return digits.test(before?.text ?? '') || after?.start !== end + 1;
}

export function united(a: Presence, b: Presence): Presence {
  return a.map((value, term) => Math.max(value, b[term] ?? 0));
}
