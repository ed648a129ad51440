import { AppError } from '@lectern/contracts/core';
import { detectLanguage, stems as stemsIn } from '@lectern/text';
import { crowding, siblingScores } from './crowding';
import { type AnalysedText, KeptAnalysis } from './kept-analysis';
import { type CountedWords, supportOf, type Support } from './likeness';
import { closeness, type Located, type Overlap, type OverlapBounds, overlapBounds, type StemWeights } from './overlap';
import { EventLoopPauses } from './event-loop-pauses';

const limits = { candidatesMax: 500, stemsMax: 64, comparedMax: 40 };
/** What each kind of evidence adds to a score, beside 1 for retrieval's own: decisions 0047 and 0050. */
const weights = { score: 1, title: 0.45, densest: 0.35, ordered: 0.2, nearest: 0.7, centre: 0.3, sibling: 0.5 };
/** The sibling counts in found of the nearest and the centre. */
const weightsSum = Object.values(weights).reduce((sum, weight) => sum + weight, -weights.sibling);
const alone: Company = { nearest: 0, centre: 0, sibling: 0 };
const nothing: AnalysedText = { text: '', title: '', language: '' };
/** More than what rounding adds to a score or takes from it. */
const ROUNDING = 1e-9;

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

export interface LexicalOptions {
  readonly signal?: AbortSignal;
  /** Number of best candidates whose scores are wanted; all by default. */
  readonly shown?: number;
}

/**
 * Moves up what says the query in its title, close together and in order, and what is like other good candidates: the
 * more they crowd into few resources, the more what has another good one in its resource instead.
 *
 * @returns one score per candidate, in the candidates' order. A candidate that is certainly not among the `shown` best
 *   may have too low a score, without `densest` and `ordered`
 * @throws AppError `invalid_request` for more than 500 candidates, `cancelled`
 */
export async function lexicalScores(
  query: string,
  candidates: readonly RerankCandidate[],
  { signal, shown = candidates.length }: LexicalOptions = {},
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
  const weightsOf = stemWeights(texts, located);
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
  const weighed = located.map((found, index) => {
    const stems = weightsOf(texts[index] ?? nothing);
    const bounds = overlapBounds(found, stems);
    const company = companyOf.get(index) ?? alone;
    return { found, stems, bounds, company, score: isLevel ? 1 : (scores[index] ?? 0), spread };
  });
  return shown < weighed.length ? bestScores(weighed, shown) : weighed.map(fullScore);
}

/** A candidate with everything but what its stretches and the order of its words say. */
interface Weighed extends Level {
  readonly found: Located;
  readonly stems: StemWeights;
  readonly bounds: OverlapBounds;
  readonly company: Company;
}

/** In full where a candidate can be among the best. */
function bestScores(all: readonly Weighed[], shown: number): LexicalScore[] {
  const leasts = all.map(leastScore);
  const mosts = all.map(({ bounds, spread }, index) => {
    const more = weights.densest * bounds.densestMax + weights.ordered * bounds.orderedMax;
    return (leasts[index]?.score ?? 0) + (spread * more) / weightsSum + ROUNDING;
  });
  const scores = [...leasts];
  const best: number[] = [];
  for (const index of [...all.keys()].sort((a, b) => (mosts[b] ?? 0) - (mosts[a] ?? 0))) {
    const one = all[index];
    if (!one || (best.length >= shown && (mosts[index] ?? 0) < (best.at(-1) ?? Infinity))) break;
    const score = fullScore(one);
    scores[index] = score;
    const place = best.findLastIndex((other) => other >= score.score) + 1;
    best.splice(place, 0, score.score);
    if (best.length > shown) best.length = shown;
  }
  return scores;
}

function leastScore({ bounds: { title }, company, ...level }: Weighed): LexicalScore {
  return scoreOf({ title, densest: 0, ordered: 0, ...company }, level);
}

function fullScore({ found, stems, bounds: { title }, company, ...level }: Weighed): LexicalScore {
  return scoreOf({ title, ...closeness(found, stems), ...company }, level);
}

function normalised(scores: readonly number[]): number[] {
  const least = Math.min(...scores);
  const range = Math.max(...scores) - least || 1;
  return scores.map((score) => (score - least) / range);
}

/** What retrieval says of a candidate, and how much evidence counts beside it. */
interface Level {
  readonly score: number;
  readonly spread: number;
}

function scoreOf(evidence: Overlap & Company, { score, spread }: Level): LexicalScore {
  const terms = {
    score: (weights.score * score) / weightsSum,
    title: (spread * weights.title * evidence.title) / weightsSum,
    densest: (spread * weights.densest * evidence.densest) / weightsSum,
    ordered: (spread * weights.ordered * evidence.ordered) / weightsSum,
    nearest: (spread * weights.nearest * evidence.nearest) / weightsSum,
    centre: (spread * weights.centre * evidence.centre) / weightsSum,
    sibling: (spread * weights.sibling * evidence.sibling) / weightsSum,
  };
  const { title, densest, ordered, nearest, centre, sibling } = terms;
  return { score: terms.score + title + densest + ordered + nearest + centre + sibling, terms };
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
  // Where it does not count what others are like, nobody compares them; nor where none is better than another.
  const isCompared = crowded < 1 && scores.some((score) => score > 0);
  const supports = isCompared ? supportOf(await countAll(best, analysis), scores) : [];
  return best.map((_, at) => ({
    nearest: (1 - crowded) * (supports[at]?.nearest ?? 0),
    centre: (1 - crowded) * (supports[at]?.centre ?? 0),
    sibling: crowded * (siblings[at] ?? 0),
  }));
}

async function countAll(best: readonly Compared[], { by, pauses }: Analysis): Promise<readonly CountedWords[]> {
  const all: CountedWords[] = [];
  for (const { text } of best) {
    const isQuick = by.hasBeginnings(text);
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
    const isQuick = by.hasStems(text);
    located.push(by.located(text, known));
    if (!isQuick) await pauses.afterText();
  }
  return located;
}

function stemsOf(query: string, language: string): readonly string[] {
  return [...new Set(stemsIn(query, language))].filter((stem) => stem !== '').slice(0, limits.stemsMax);
}

/**
 * How telling each stem is among the candidates, by the language of a text: a word that all of them have tells nothing.
 */
function stemWeights(texts: readonly AnalysedText[], located: readonly Located[]): (text: AnalysedText) => StemWeights {
  const rarities = new Map<string, number>();
  const rarityOf = (stem: string) => {
    const holders = located.filter(({ positions }) => (positions.get(stem)?.length ?? 0) > 0).length;
    return Math.log(1 + (located.length - holders + 0.5) / (holders + 0.5)) + 0.1;
  };
  const byLanguage = new Map<string, StemWeights>();
  for (const [index, { positions }] of located.entries()) {
    const { language } = texts[index] ?? nothing;
    if (byLanguage.has(language)) continue;
    const weights = new Map<string, number>();
    for (const stem of positions.keys()) {
      const rarity = rarities.get(stem) ?? rarityOf(stem);
      rarities.set(stem, rarity);
      weights.set(stem, rarity);
    }
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
    byLanguage.set(language, { weights, total });
  }
  return ({ language }) => byLanguage.get(language) ?? { weights: new Map(), total: 1 };
}
