import { AppError } from '@lectern/contracts/core';
import { detectLanguage, stems as stemsIn } from '@lectern/text';
import { crowding, siblingScores } from './crowding';
import { type AnalysedText, KeptAnalysis } from './kept-analysis';
import { type CountedWords, supportOf, type Support } from './likeness';
import { overlapOf, type Located, type Overlap } from './overlap';
import { EventLoopPauses } from './event-loop-pauses';

const limits = { candidatesMax: 500, stemsMax: 64, comparedMax: 40 };
/** What each kind of evidence adds to a score, beside 1 for retrieval's own: decisions 0047 and 0050. */
const weights = { score: 1, title: 0.45, densest: 0.35, ordered: 0.2, nearest: 0.7, centre: 0.3, sibling: 0.5 };
/** The sibling counts in found of the nearest and the centre. */
const weightsSum = Object.values(weights).reduce((sum, weight) => sum + weight, -weights.sibling);
const alone: Company = { nearest: 0, centre: 0, sibling: 0 };
const nothing: AnalysedText = { text: '', title: '', language: '' };
const nowhere: Overlap = { title: 0, densest: 0, ordered: 0 };

export interface RerankCandidate {
  readonly text: string;
  readonly title?: string;
  /** What retrieval gave it; only the order and the ratios within one call matter. */
  readonly score: number;
  /** ISO 639-1. */
  readonly language?: string;
  /** Its resource; absent for a title, and for a text that stands alone. */
  readonly resource?: string;
  /** What the analysis of the text is kept with: an object that always comes with this text, title and language. */
  readonly kept?: object;
}

/** What other candidates say of one, each 0..1. */
interface Company extends Support {
  /** The best score of another candidate of its resource. */
  readonly sibling: number;
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
 * Moves up what says the query in its title, close together and in order, and what is like other good candidates: the
 * more they crowd into few resources, the more what has another good one in its resource instead.
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
  if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
  const analysis = { by: KeptAnalysis.current(), pauses: new EventLoopPauses(signal) };
  const isUnknown = candidates.some(({ language }) => language === undefined);
  const asked = isUnknown ? detectLanguage(query).language : '';
  const texts = candidates.map(({ text, title = '', language = asked, kept }) => ({ text, title, language, kept }));
  const located = await locateAll(query, texts, analysis);
  const rarity = rarityOf(located);
  const scores = normalised(candidates.map(({ score }) => score));
  const best = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, limits.comparedMax);
  const companies = await companiesOf(
    best.map((index) => ({
      text: texts[index] ?? nothing,
      resource: candidates[index]?.resource,
      score: scores[index] ?? 0,
    })),
    analysis,
  );
  const companyOf = new Map(best.map((index, at) => [index, companies[at]]));
  // However many candidates follow, evidence counts as much between the best ones.
  const spread = 1 - (scores[best.at(-1) ?? 0] ?? 0) || 1;
  // Where retrieval prefers none, all are as good as its best.
  const isLevel = scores.every((score) => score === 0);
  return scores.map((score, index) => {
    const found = located[index];
    const overlap = found ? overlapOf(found, rarity(found)) : nowhere;
    const evidence = { ...overlap, ...(companyOf.get(index) ?? alone) };
    return scoreOf(evidence, { score: isLevel ? 1 : score, spread });
  });
}

function normalised(scores: readonly number[]): number[] {
  const least = Math.min(...scores);
  const range = Math.max(...scores) - least || 1;
  return scores.map((score) => (score - least) / range);
}

function scoreOf(
  evidence: Overlap & Company,
  { score, spread }: { readonly score: number; readonly spread: number },
): LexicalScore {
  const term = (name: keyof typeof evidence) => (spread * weights[name] * evidence[name]) / weightsSum;
  const terms = {
    score: (weights.score * score) / weightsSum,
    title: term('title'),
    densest: term('densest'),
    ordered: term('ordered'),
    nearest: term('nearest'),
    centre: term('centre'),
    sibling: term('sibling'),
  };
  return { score: Object.values(terms).reduce((sum, value) => sum + value, 0), terms };
}

interface Analysis {
  readonly by: KeptAnalysis;
  readonly pauses: EventLoopPauses;
}

interface Compared extends Pick<RerankCandidate, 'resource' | 'score'> {
  readonly text: AnalysedText;
}

/** What the best candidates, which are compared with each other, say of each of them. */
async function companiesOf(best: readonly Compared[], analysis: Analysis): Promise<Company[]> {
  const [scores, resources] = [normalised(best.map(({ score }) => score)), best.map(({ resource }) => resource)];
  const crowded = crowding(resources);
  const siblings = siblingScores(resources, scores);
  // Where it does not count what others are like, nobody compares them.
  const supports = crowded === 1 ? [] : supportOf(await countAll(best, analysis), scores);
  return best.map((_, at) => ({
    nearest: (1 - crowded) * (supports[at]?.nearest ?? 0),
    centre: (1 - crowded) * (supports[at]?.centre ?? 0),
    sibling: crowded * (siblings[at] ?? 0),
  }));
}

async function countAll(best: readonly Compared[], { by, pauses }: Analysis): Promise<readonly CountedWords[]> {
  const all: CountedWords[] = [];
  for (const { text } of best) {
    const isQuick = by.has(text);
    all.push(by.counted(text));
    if (!isQuick) await pauses.afterText();
  }
  return all;
}

async function locateAll(
  query: string,
  texts: readonly AnalysedText[],
  { by, pauses }: Analysis,
): Promise<readonly Located[]> {
  const stems = new Map<string, readonly string[]>();
  const located: Located[] = [];
  for (const text of texts) {
    const { language } = text;
    const known = stems.get(language) ?? stemsOf(query, language);
    stems.set(language, known);
    const isQuick = by.has(text);
    located.push(by.located(text, known));
    if (!isQuick) await pauses.afterText();
  }
  return located;
}

function stemsOf(query: string, language: string): readonly string[] {
  return [...new Set(stemsIn(query, language))].filter((stem) => stem !== '').slice(0, limits.stemsMax);
}

/** How telling each stem is among the candidates: a word that all of them have tells nothing. */
function rarityOf(located: readonly Located[]): (found: Located) => ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  const weightOf = (stem: string) => {
    const holders = located.filter(({ positions }) => (positions.get(stem)?.length ?? 0) > 0).length;
    return Math.log(1 + (located.length - holders + 0.5) / (holders + 0.5)) + 0.1;
  };
  for (const stem of new Set(located.flatMap(({ positions }) => [...positions.keys()])))
    known.set(stem, weightOf(stem));
  return ({ positions }) => new Map([...positions.keys()].map((stem) => [stem, known.get(stem) ?? 0]));
}
