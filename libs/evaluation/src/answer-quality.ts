import { qualityOf, recallAt } from './ranking-quality';

/** What a question should bring. */
export interface Expectation {
  /** Documents that answer it, with their relevance (> 0), by any name of them. */
  readonly documents: ReadonlyMap<string, number>;
  /** Texts that the answer states; each is a list of ways to put it, one of which is enough. */
  readonly facts: readonly (readonly string[])[];
  /** False: nothing in the knowledge box answers it, and the answer should be a refusal. */
  readonly isAnswerable: boolean;
}

/** What a knowledge box answered. */
export interface AnswerToScore {
  /** Names of each document that was found, best first, unique: id, slug, path, file name, title. */
  readonly ranking: readonly (readonly string[])[];
  /** Absent where no answer was asked for. */
  readonly answer?: {
    readonly text: string;
    readonly isRefusal: boolean;
    /** Names of the document of each cited paragraph. */
    readonly cited: readonly (readonly string[])[];
    /** Sentences that state something, and how many of them the context supports. */
    readonly sentences: number;
    readonly supported: number;
  };
}

/** Scores from 0 to 1; members that a question does not measure are absent. */
export interface AnswerScores {
  /** Share of the expected documents among the first k. */
  readonly recall?: number;
  /** Order of the first ten documents. */
  readonly ndcg?: number;
  /** Share of the cited paragraphs that are of expected documents. */
  readonly citations?: number;
  /** Share of the sentences that the context supports. */
  readonly support?: number;
  /** Share of the facts that the answer states. */
  readonly facts?: number;
  /** 1: answered. Of questions that can be answered. */
  readonly answered?: number;
  /** 1: refused. Of questions that cannot be answered. */
  readonly refusals?: number;
}

/** @param k how many documents count for recall */
export function scoresOf(expected: Expectation, given: AnswerToScore, k: number): AnswerScores {
  return { ...rankingScores(expected, given, k), ...answerScores(expected, given.answer) };
}

function rankingScores({ documents }: Expectation, { ranking }: AnswerToScore, k: number): AnswerScores {
  if (documents.size === 0) return {};
  const known = ranking.map((names, index) => names.find((name) => documents.has(name)) ?? `other ${index}`);
  // A document may be expected once and named in two ways.
  const unique = known.map((name, index) => (known.indexOf(name) === index ? name : `again ${index}`));
  const relevance = { isRelevant: (name: string) => documents.has(name), relevant: documents.size };
  return { recall: recallAt(k, unique, relevance), ndcg: qualityOf(unique, documents).ndcg10 };
}

function answerScores(expected: Expectation, answer: AnswerToScore['answer']): AnswerScores {
  if (!answer) return {};
  const { documents, facts, isAnswerable } = expected;
  const { text, isRefusal, cited, sentences, supported } = answer;
  if (!isAnswerable) return { refusals: isRefusal ? 1 : 0 };
  if (isRefusal) return { answered: 0, ...(facts.length > 0 && { facts: 0 }) };
  const right = cited.filter((names) => names.some((name) => documents.has(name))).length;
  const folded = fold(text);
  const stated = facts.filter((ways) => ways.some((way) => folded.includes(fold(way)))).length;
  return {
    answered: 1,
    ...(documents.size > 0 && cited.length > 0 && { citations: right / cited.length }),
    ...(sentences > 0 && { support: supported / sentences }),
    ...(facts.length > 0 && { facts: stated / facts.length }),
  };
}

/** Case, accents, and the kind and number of blanks do not count. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
