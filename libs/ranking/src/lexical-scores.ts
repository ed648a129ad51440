import { AppError } from '@lectern/contracts/core';
import { detectLanguage, stems as stemsIn } from '@lectern/text';
import { type Beginnings, beginningsOf, supportOf, type Support } from './likeness';
import { locate, overlapOf, type Located, type Overlap } from './overlap';

const limits = { candidatesMax: 500, textCharactersMax: 20_000, stemsMax: 64, comparedMax: 40 };
/** Texts between two turns of the event loop. */
const TEXTS_PER_TURN = 20;

/** What each kind of evidence adds to a score, beside 1 for retrieval's own: decision 0047. */
const weights = { score: 1, title: 0.4, densest: 0.2, ordered: 0.2, nearest: 0.6, centre: 0.3 };
const weightsSum = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
const strangers: Support = { nearest: 0, centre: 0 };
const nowhere: Overlap = { title: 0, densest: 0, ordered: 0 };

export interface RerankCandidate {
  readonly text: string;
  readonly title?: string;
  /** What retrieval gave it; only the order and the ratios within one call matter. */
  readonly score: number;
  /** ISO 639-1. */
  readonly language?: string;
}

/** The id by which a zone says that this is its reranker. */
export const LEXICAL_RANKING = 'lexical';

/** What each kind of evidence adds to the score of a text: their sum is the score. */
export type LexicalTerms = Readonly<Record<keyof typeof weights, number>>;

export interface LexicalScore {
  /** 0..1, higher is better; comparable within one call only. */
  readonly score: number;
  readonly terms: LexicalTerms;
}

/**
 * Moves up what says the query in its title, close together and in order, and what is like other good candidates.
 *
 * @returns one score per candidate, in the candidates' order
 * @throws AppError `invalid_request` for more than 500 candidates, `cancelled`
 */
export async function lexicalScores(
  query: string,
  candidates: readonly RerankCandidate[],
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<readonly LexicalScore[]> {
  if (candidates.length > limits.candidatesMax) {
    throw new AppError('invalid_request', `At most ${limits.candidatesMax} texts can be reranked`);
  }
  const located = await locateAll(query, candidates, signal);
  const rarity = rarityOf(located);
  const scores = normalised(candidates.map(({ score }) => score));
  const supports = await supportsOf(candidates, scores, signal);
  return scores.map((score, index) => {
    const place = located[index];
    const overlap = place ? overlapOf(place, rarity(place)) : nowhere;
    return scoreOf({ score, ...overlap, ...(supports.get(index) ?? strangers) });
  });
}

function normalised(scores: readonly number[]): number[] {
  const least = Math.min(...scores);
  const range = Math.max(...scores) - least || 1;
  return scores.map((score) => (score - least) / range);
}

function scoreOf(evidence: LexicalTerms): LexicalScore {
  const term = (name: keyof typeof weights) => (weights[name] * evidence[name]) / weightsSum;
  const terms = {
    ...{ score: term('score'), title: term('title'), densest: term('densest') },
    ...{ ordered: term('ordered'), nearest: term('nearest'), centre: term('centre') },
  };
  return { score: Object.values(terms).reduce((sum, value) => sum + value, 0), terms };
}

/** Of the best candidates, which are compared with each other; by place. */
async function supportsOf(
  candidates: readonly RerankCandidate[],
  scores: readonly number[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<number, Support>> {
  const best = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, limits.comparedMax);
  const texts: Beginnings[] = [];
  for (const index of best) {
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    const { text = '', title = '' } = candidates[index] ?? {};
    texts.push(beginningsOf(`${title} ${text}`));
    if (texts.length % TEXTS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const supports = supportOf(
    texts,
    best.map((index) => scores[index] ?? 0),
  );
  return new Map(best.flatMap((index, at) => (supports[at] ? [[index, supports[at]] as const] : [])));
}

async function locateAll(
  query: string,
  candidates: readonly RerankCandidate[],
  signal: AbortSignal | undefined,
): Promise<Located[]> {
  const asked = detectLanguage(query).language;
  const stems = new Map<string, readonly string[]>();
  const located: Located[] = [];
  for (const { text, title = '', language = asked } of candidates) {
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    const known = stems.get(language) ?? stemsOf(query, language);
    stems.set(language, known);
    located.push(locate(text.slice(0, limits.textCharactersMax), title, { stems: known, language }));
    if (located.length % TEXTS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return located;
}

function stemsOf(query: string, language: string): readonly string[] {
  return [...new Set(stemsIn(query, language))].filter((stem) => stem !== '').slice(0, limits.stemsMax);
}

/** How telling each stem is among the candidates: a word that all of them have tells nothing. */
function rarityOf(located: readonly Located[]): (place: Located) => ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  const weightOf = (stem: string) => {
    const holders = located.filter(({ places }) => (places.get(stem)?.length ?? 0) > 0).length;
    return Math.log(1 + (located.length - holders + 0.5) / (holders + 0.5)) + 0.1;
  };
  for (const stem of new Set(located.flatMap(({ places }) => [...places.keys()]))) known.set(stem, weightOf(stem));
  return ({ places }) => new Map([...places.keys()].map((stem) => [stem, known.get(stem) ?? 0]));
}
