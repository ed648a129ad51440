import { align, type Alignment, type Weighted } from './alignment';
import type { Passage, PassageSentence } from './passage';
import type { Token } from './token';

interface Position {
  readonly passage: Passage;
  /** Index of the sentence in its passage. */
  readonly at: number;
}

/** A part of the context that may support a sentence. */
export interface Candidate {
  /** Alignment with the single sentence of the context that covers most. */
  readonly alone: Alignment;
  /** Alignment including the surrounding sentences, if these cover more. */
  readonly extended: Alignment;
}

const limits = { candidatesMax: 6, positionsPerTermMax: 2_000 };
/** Weight of function words: it decides between otherwise equal positions. */
const FUNCTION_WEIGHT = 0.02;
/** Minimum weight of a word that occurs everywhere. */
const LEAST_WEIGHT = 0.1;
/** Number of virtual sentences, so that a rare word does not dominate in a short context. */
const SMOOTHING = 10;
const EXTENDED_GAIN = 0.02;
const WHOLE = 0.999;

/** Finds the sentences of passages, all in one language, that may support another sentence. */
export class PassageIndex {
  private readonly positions: Position[] = [];
  private readonly byTerm = new Map<string, number[]>();
  /** Per position, during a search for candidates; 0 otherwise. */
  private readonly sums: number[] = [];

  add(passage: Passage): void {
    passage.sentences.forEach((sentence, at) => this.addPosition(passage, sentence, at));
  }

  /** Weights each word of a sentence: the fewer sentences of the context have it, the more. */
  weigh(tokens: readonly Token[]): Weighted {
    return { tokens, weights: tokens.map((token) => this.weightOf(token)) };
  }

  /**
   * Aligns the sentence with the positions of the context that cover most of it.
   *
   * @param named keys of entries whose best position is always examined
   */
  candidates(sentence: Weighted, named: ReadonlySet<string>): Candidate[] {
    return this.bestPositions(sentence, named).map(({ passage, at }) => {
      const alone = alignedAt(sentence, passage, [at, at]);
      if (alone.coverage >= WHOLE) return { alone, extended: alone };
      const extended = alignedAt(sentence, passage, [at - 1, at + 1]);
      return { alone, extended: extended.coverage > alone.coverage + EXTENDED_GAIN ? extended : alone };
    });
  }

  private addPosition(passage: Passage, { first, last }: PassageSentence, at: number): void {
    const position = this.positions.length;
    this.positions.push({ passage, at });
    this.sums.push(0);
    for (const { term, kind } of passage.tokens.slice(first, last)) {
      if (kind === 'function') continue;
      const known = this.byTerm.get(term);
      if (!known) this.byTerm.set(term, [position]);
      else if (known.at(-1) !== position) known.push(position);
    }
  }

  private weightOf({ term, kind }: Token): number {
    if (kind === 'function') return FUNCTION_WEIGHT;
    const positions = Math.max(1, this.byTerm.get(term)?.length ?? 0);
    return Math.log(1 + (this.positions.length + SMOOTHING - positions) / positions) + LEAST_WEIGHT;
  }

  private bestPositions({ tokens, weights }: Weighted, named: ReadonlySet<string>): Position[] {
    const { sums, byTerm } = this;
    const touched: number[] = [];
    const seen = new Set<string>();
    tokens.forEach(({ term, kind }, index) => {
      if (kind === 'function' || seen.has(term)) return;
      seen.add(term);
      for (const position of (byTerm.get(term) ?? []).slice(0, limits.positionsPerTermMax)) {
        if (sums[position] === 0) touched.push(position);
        sums[position] = (sums[position] ?? 0) + (weights[index] ?? 0);
      }
    });
    const ranked = touched.sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || a - b);
    const best = ranked.slice(0, limits.candidatesMax);
    for (const key of named) {
      const own = ranked.find((position) => this.positions[position]?.passage.key === key);
      if (own !== undefined && !best.includes(own)) best.push(own);
    }
    for (const position of touched) sums[position] = 0;
    return best.flatMap((position) => this.positions[position] ?? []);
  }
}

function alignedAt(sentence: Weighted, passage: Passage, [from, until]: readonly [number, number]): Alignment {
  const { sentences } = passage;
  const first = sentences[Math.max(0, from)]?.first ?? 0;
  const last = sentences[Math.min(sentences.length - 1, until)]?.last ?? passage.tokens.length;
  return align(sentence, passage, { first, last });
}
