import { words } from '@lectern/text';

const SENTENCES_READ_MAX = 400;
/** Of a short summary. */
const SHORT: SummaryLength = { sentencesMax: 3, charsMax: 500 };
const SENTENCE_CHARS_MIN = 35;
const SENTENCE_CHARS_MAX = 320;
/** Shorter texts are their own summary. */
const TEXT_CHARS_MIN = 600;
/** Sentences that share more than this of their words say the same. */
const SAME_SHARE = 0.5;
const CENTRALITY_WEIGHT = 0.6;

/** How long a summary may be. */
export interface SummaryLength {
  readonly sentencesMax: number;
  readonly charsMax: number;
}

interface Candidate {
  readonly text: string;
  readonly at: number;
  readonly terms: ReadonlySet<string>;
  score: number;
}

/**
 * A few sentences of the text, in its order: those that stand early and whose words come again most in the rest.
 *
 * @param sentences running text only, in order
 * @returns empty for short texts
 */
export function summarize(sentences: readonly string[], language: string, length = SHORT): string {
  const total = sentences.reduce((sum, sentence) => sum + sentence.length, 0);
  if (total < TEXT_CHARS_MIN) return '';
  const candidates = sentences.slice(0, SENTENCES_READ_MAX).map((text, at) => candidateOf(text, at, language));
  const weights = weightsOf(candidates);
  const eligible = candidates.filter(isSentence);
  for (const candidate of eligible) candidate.score = candidateScore(candidate, weights);
  eligible.sort((one, other) => other.score - one.score || one.at - other.at);
  return chosenFrom(eligible, length)
    .sort((one, other) => one.at - other.at)
    .map(({ text }) => text)
    .join(' ');
}

function candidateOf(text: string, at: number, language: string): Candidate {
  const terms = new Set<string>();
  for (const { stem } of words(text, language)) if (stem !== '') terms.add(stem);
  return { text: text.replace(/\s+/g, ' ').trim(), at, terms, score: 0 };
}

function isSentence({ text, terms }: Candidate): boolean {
  const fits = text.length >= SENTENCE_CHARS_MIN && text.length <= SENTENCE_CHARS_MAX;
  return fits && terms.size >= 3 && /[.!?。！？…।॥؟]["'”’»)\]]*$/u.test(text) && !/[|•]/.test(text);
}

/** In how many sentences a term stands, dampened. */
function weightsOf(candidates: readonly Candidate[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { terms } of candidates) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map([...counts].map(([term, count]) => [term, Math.log2(count)]));
}

function candidateScore({ terms, at }: Candidate, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const term of terms) sum += weights.get(term) ?? 0;
  const centrality = sum / Math.sqrt(terms.size + 4);
  const lead = 1 / (1 + at / 3);
  return CENTRALITY_WEIGHT * centrality + (1 - CENTRALITY_WEIGHT) * 8 * lead;
}

function chosenFrom(ranked: readonly Candidate[], { sentencesMax, charsMax }: SummaryLength): Candidate[] {
  const chosen: Candidate[] = [];
  let chars = 0;
  for (const candidate of ranked) {
    if (chosen.length >= sentencesMax) break;
    if (chars + candidate.text.length > charsMax || chosen.some((other) => saysTheSame(candidate, other))) continue;
    chosen.push(candidate);
    chars += candidate.text.length + 1;
  }
  return chosen;
}

function saysTheSame(one: Candidate, other: Candidate): boolean {
  let shared = 0;
  for (const term of one.terms) if (other.terms.has(term)) shared += 1;
  return shared > Math.min(one.terms.size, other.terms.size) * SAME_SHARE;
}
