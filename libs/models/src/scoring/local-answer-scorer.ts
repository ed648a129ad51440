import { AppError } from '@lectern/contracts/core';
import { Slots } from '@lectern/workers';
import { analysedOnce, detectLanguage } from '@lectern/text';
import {
  readPassage,
  type Passage,
  readQuestion,
  answerFit,
  answeringUnits,
  contextSigns,
  scoreReason,
  refusalReasons,
  refusalOf,
  statementsOf,
  supportSigns,
  verbatimIn,
  answerRelevance,
  type Basis,
  contextRelevance,
  levelOf,
  levelOfShare,
  statementSupport,
} from '@lectern/language';
import { AnswerScorer, type AnswerScores, type ExplainedScore, type ScoringRequest } from '../answer-scorer';
import type { Embedder } from '../embedder';
import type { ModelDescription } from '../model';
import { similarityTo } from './similarity';

/** Name of the scorer that needs no language model. */
export const LOCAL_SCORER = 'local-scorer';

const limits = {
  contextCharactersMax: 20_000,
  questionCharactersMax: 4_000,
  languageCharactersMax: 300,
};
/** Answers judged concurrently, and those that may wait. */
const JUDGED = { slotsMax: 2, waitingMax: 64 };

/**
 * Judges by rules: how much of the question and of the answer's statements is found, where names, numbers and negations
 * differ, and, if the embedder reads the language, how similar the meaning is. Deterministic except for rounding by the
 * embedder in different batches; about a millisecond per paragraph without an embedder.
 */
export class LocalAnswerScorer extends AnswerScorer {
  readonly description: ModelDescription = { id: LOCAL_SCORER, languages: ['*'] };

  private readonly slots = new Slots(JUDGED);

  /** @param embedder for similarity in meaning; none if it knows words only */
  constructor(private readonly embedder?: Embedder) {
    super();
  }

  score(request: ScoringRequest, { signal }: { readonly signal: AbortSignal }): Promise<AnswerScores> {
    return this.slots.use({ signal }, () => this.scores(request, signal));
  }

  private async scores(request: ScoringRequest, signal: AbortSignal): Promise<AnswerScores> {
    const question = request.question?.slice(0, limits.questionCharactersMax);
    const { answer, contexts } = request;
    const contextRelevances: (number | undefined)[] = [];
    const groundedness: (number | undefined)[] = [];
    for (const context of contexts) {
      if (signal.aborted) throw new AppError('cancelled', 'Cancelled');
      const text = context.slice(0, limits.contextCharactersMax);
      const language = contextLanguage(text, question, answer);
      const passage = readPassage({ key: '', text }, language);
      contextRelevances.push(question === undefined ? undefined : await this.relevance(question, passage, signal));
      groundedness.push(answer === undefined ? undefined : await groundednessOf(answer, passage, question ?? ''));
      await yieldToOthers();
    }
    return {
      answerRelevance: await this.answerRelevance(question, answer, signal),
      contextRelevance: contextRelevances,
      groundedness,
      inputTokens: 0,
      outputTokens: 0,
    };
  }

  private async relevance(question: string, passage: Passage, signal: AbortSignal): Promise<number> {
    const units = answeringUnits(question, passage);
    const [best] = units;
    if (!best) return 0;
    const basis = this.basis(passage.language);
    const texts = units.map(({ evidence }) => evidence.unit.shown);
    const similar = basis === 'meaning' ? await this.similarity(question, texts, signal) : 0;
    return levelOf(contextRelevance({ ...contextSigns(best), similar }, basis));
  }

  private async answerRelevance(
    question: string | undefined,
    answer: string | undefined,
    signal: AbortSignal,
  ): Promise<ExplainedScore | undefined> {
    if (question === undefined || answer === undefined) return undefined;
    const language = languageOf(question, answer);
    const refusal = refusalOf(answer, language);
    if (refusal === 'whole') return { score: 0, reason: refusalReasons.whole };
    const statements = statementsOf(answer, language);
    const fit = answerFit(question, statements, language);
    if (fit.isEcho) return { score: 0, reason: refusalReasons.echo };
    const basis = this.basis(language);
    const similar = basis === 'meaning' ? await this.similarity(question, [answer], signal) : 0;
    const score = levelOf(answerRelevance({ ...fit.signs, similar }, basis));
    if (refusal === 'beginning') return { score: Math.min(1, score), reason: refusalReasons.beginning };
    return { score, reason: scoreReason(fit, basis === 'meaning' ? similar : undefined) };
  }

  private basis(language: string): Basis {
    const languages = this.embedder?.description.languages ?? [];
    return languages.includes('*') || languages.includes(language) ? 'meaning' : 'words';
  }

  private async similarity(question: string, texts: readonly string[], signal: AbortSignal): Promise<number> {
    return this.embedder ? similarityTo(question, texts, { embedder: this.embedder, signal }) : 0;
  }
}

/** Share of the answer's statements that the passage supports, weighted by how much each says. */
async function groundednessOf(answer: string, passage: Passage, question: string): Promise<number> {
  const { language } = passage;
  const statements = statementsOf(answer, language);
  const asked = readQuestion(question, { language, asked: language });
  const isVerbatim = verbatimIn(passage);
  let [supported, stated] = [0, 0];
  for (const statement of statements) {
    const weight = statement.said.terms.length;
    const shares = isVerbatim(statement)
      ? [1]
      : supportSigns(statement, passage, asked).map((signs) =>
          statementSupport(signs, { isFragment: statement.isFragment, isAsked: asked.terms.length > 0 }),
        );
    supported += weight * Math.max(0, ...shares);
    stated += weight;
    await yieldToOthers();
  }
  return stated === 0 ? 0 : levelOfShare(supported / stated);
}

/** Yields to other work, because long texts take a while. */
function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A short text alone does not reveal its language; the language of a longer one is detected once. */
function contextLanguage(text: string, question: string | undefined, answer: string | undefined): string {
  const beginning = text.slice(0, limits.languageCharactersMax);
  if (beginning.length < limits.languageCharactersMax) return languageOf(beginning, question, answer);
  return detected(beginning).language;
}

const detected = analysedOnce(
  'language',
  (text) => detectLanguage(text),
  () => 0,
);

/** One detection for all texts. */
function languageOf(...texts: readonly (string | undefined)[]): string {
  return detectLanguage(texts.filter((text) => text !== undefined).join(' ')).language;
}
