import { align, type Alignment, type Weighted } from './alignment';
import type { Passage, PassageSentence } from './passage';
import type { Token } from './token';

interface Place {
  readonly passage: Passage;
  /** Of the sentence in its passage. */
  readonly at: number;
}

/** A place of the context that may say what a sentence says. */
export interface Candidate {
  /** The sentence over the one sentence of the context that has most of it. */
  readonly alone: Alignment;
  /** With the sentences around it, where they say more of it. */
  readonly extended: Alignment;
}

const limits = { candidatesMax: 6, placesPerTermMax: 2_000 };
/** What a word weighs that only connects others: it decides between places that tell the same. */
const FUNCTION_WEIGHT = 0.02;
/** A word that stands everywhere tells a little, too. */
const LEAST_WEIGHT = 0.1;
/** As many sentences more, so that in a short context a rare word does not tell everything. */
const SMOOTHING = 10;
const EXTENDED_GAIN = 0.02;
const WHOLE = 0.999;

/** Finds the sentences of passages, all in one language, that may say what another sentence says. */
export class PassageIndex {
  private readonly places: Place[] = [];
  private readonly byTerm = new Map<string, number[]>();
  /** Of each place, while candidates are looked for; 0 otherwise. */
  private readonly sums: number[] = [];

  add(passage: Passage): void {
    passage.sentences.forEach((sentence, at) => this.addPlace(passage, sentence, at));
  }

  /** How much each word of a sentence tells: the more, the fewer sentences of the context have it. */
  weigh(tokens: readonly Token[]): Weighted {
    return { tokens, weights: tokens.map((token) => this.weightOf(token)) };
  }

  /**
   * The sentence laid over the places of the context that have most of it.
   *
   * @param named keys of entries in which the best place is looked at in any case
   */
  candidates(sentence: Weighted, named: ReadonlySet<string>): Candidate[] {
    return this.bestPlaces(sentence, named).map(({ passage, at }) => {
      const alone = alignedAt(sentence, passage, [at, at]);
      if (alone.coverage >= WHOLE) return { alone, extended: alone };
      const extended = alignedAt(sentence, passage, [at - 1, at + 1]);
      return { alone, extended: extended.coverage > alone.coverage + EXTENDED_GAIN ? extended : alone };
    });
  }

  private addPlace(passage: Passage, { first, last }: PassageSentence, at: number): void {
    const place = this.places.length;
    this.places.push({ passage, at });
    this.sums.push(0);
    for (const { term, kind } of passage.tokens.slice(first, last)) {
      if (kind === 'function') continue;
      const known = this.byTerm.get(term);
      if (!known) this.byTerm.set(term, [place]);
      else if (known.at(-1) !== place) known.push(place);
    }
  }

  private weightOf({ term, kind }: Token): number {
    if (kind === 'function') return FUNCTION_WEIGHT;
    const places = Math.max(1, this.byTerm.get(term)?.length ?? 0);
    return Math.log(1 + (this.places.length + SMOOTHING - places) / places) + LEAST_WEIGHT;
  }

  private bestPlaces({ tokens, weights }: Weighted, named: ReadonlySet<string>): Place[] {
    const { sums, byTerm } = this;
    const touched: number[] = [];
    const seen = new Set<string>();
    tokens.forEach(({ term, kind }, index) => {
      if (kind === 'function' || seen.has(term)) return;
      seen.add(term);
      for (const place of (byTerm.get(term) ?? []).slice(0, limits.placesPerTermMax)) {
        if (sums[place] === 0) touched.push(place);
        sums[place] = (sums[place] ?? 0) + (weights[index] ?? 0);
      }
    });
    const ranked = touched.sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || a - b);
    const best = ranked.slice(0, limits.candidatesMax);
    for (const key of named) {
      const own = ranked.find((place) => this.places[place]?.passage.key === key);
      if (own !== undefined && !best.includes(own)) best.push(own);
    }
    for (const place of touched) sums[place] = 0;
    return best.flatMap((place) => this.places[place] ?? []);
  }
}

function alignedAt(sentence: Weighted, passage: Passage, [from, until]: readonly [number, number]): Alignment {
  const { sentences } = passage;
  const first = sentences[Math.max(0, from)]?.first ?? 0;
  const last = sentences[Math.min(sentences.length - 1, until)]?.last ?? passage.tokens.length;
  return align(sentence, passage, { first, last });
}
