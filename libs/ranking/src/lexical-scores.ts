import { AppError } from '@lectern/contracts/core';
import { detectLanguage, stems as stemsIn } from '@lectern/text';
import { locate, overlapOf, type Located } from './overlap';

const limits = { candidatesMax: 500, textCharactersMax: 20_000, stemsMax: 64 };
/** Texts between two turns of the event loop. */
const TEXTS_PER_TURN = 20;

/** Tried on eleven collections in seven languages: retrieval's order is bettered or kept on every one (README). */
const weights = { score: 1, title: 0.2, densest: 0.1, ordered: 0.1 };
const weightsSum = Object.values(weights).reduce((sum, weight) => sum + weight, 0);

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

/**
 * Moves up what says the query in its title, close together and in order. Retrieval's order is mostly kept.
 *
 * @returns one score per candidate, in the candidates' order, 0..1, higher is better; comparable within one call only
 * @throws AppError `invalid_request` for more than 500 candidates, `cancelled`
 */
export async function lexicalScores(
  query: string,
  candidates: readonly RerankCandidate[],
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<readonly number[]> {
  if (candidates.length > limits.candidatesMax) {
    throw new AppError('invalid_request', `At most ${limits.candidatesMax} texts can be reranked`);
  }
  const located = await locateAll(query, candidates, signal);
  const rarity = rarityOf(located);
  const scores = candidates.map(({ score }) => score);
  const least = Math.min(...scores);
  const range = Math.max(...scores) - least || 1;
  return candidates.map(({ score }, index) => {
    const place = located[index];
    const { title, densest, ordered } = place ? overlapOf(place, rarity(place)) : { title: 0, densest: 0, ordered: 0 };
    const sum = weights.score * ((score - least) / range) + weights.title * title + weights.densest * densest;
    return (sum + weights.ordered * ordered) / weightsSum;
  });
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
