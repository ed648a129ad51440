import { type AnswerScores, type Expectation, scoresOf } from './answer-quality';

/** A paragraph that was found, best first in its list. */
export interface FoundPassage {
  readonly paragraph: string;
  readonly resource: string;
  readonly title: string;
  /** Path or name of the original. */
  readonly path: string | null;
  readonly slug: string | null;
}

/** An answer with its sources, as the items of an ask have them. */
export interface CitedAnswer {
  readonly text: string;
  readonly status: string;
  /** Parts of the text by the paragraph that supports them. */
  readonly citations: Readonly<Record<string, readonly unknown[]>>;
  readonly sentences: readonly { readonly status: string }[];
}

/** What one question brought. */
export interface Brought {
  readonly found: readonly FoundPassage[];
  /** Absent where no answer was asked for. */
  readonly answer?: CitedAnswer;
}

const TITLES_MAX = 10;

/** @param k how many documents count for recall @returns the scores, and the titles of the first ten documents */
export function scoresOfQuestion(
  expected: Expectation,
  { found, answer }: Brought,
  k: number,
): { readonly scores: AnswerScores; readonly titles: readonly string[] } {
  const first = [...new Map(found.map((hit) => [hit.resource, hit])).values()];
  const scored = answer && answer.status !== 'error' ? { answer: scoredAnswer(answer, found) } : {};
  const scores = scoresOf(expected, { ranking: first.map(namesOf), ...scored }, k);
  return { scores, titles: first.slice(0, TITLES_MAX).map(({ path, title }) => path ?? title) };
}

function scoredAnswer({ text, status, citations, sentences }: CitedAnswer, found: readonly FoundPassage[]) {
  const cited = Object.entries(citations).flatMap(([paragraph, ranges]) => {
    const hit = found.find((one) => one.paragraph === paragraph);
    return ranges.length === 0 ? [] : [hit ? namesOf(hit) : [paragraph.split('/')[0] ?? paragraph]];
  });
  const supported = sentences.filter((sentence) => sentence.status !== 'unsupported').length;
  return { text, isRefusal: status !== 'success', cited, sentences: sentences.length, supported };
}

/** By which an expected document may be named. */
function namesOf({ resource, slug, path, title }: FoundPassage): readonly string[] {
  const file = path?.slice(path.lastIndexOf('/') + 1);
  return [resource, slug, path, file, title].filter((name): name is string => typeof name === 'string' && name !== '');
}
