import { AppError } from '@lectern/contracts/core';
import { AnswerScorer, type AnswerScores, type ScoringRequest } from '../answer-scorer';
import { SCORE_MAX } from '@lectern/language';
import type { Generator } from '../generator';
import type { ModelDescription } from '../model';
import { givenScores, SCORES_SCHEMA, SCORING_SYSTEM, scoringPrompt } from './scoring-prompt';

const CHARACTERS_PER_TOKEN = 3;
/** For a reason, and two numbers per context. */
const ANSWER_TOKENS_MAX = 4_000;

/** A model that answers questions. */
export interface AnsweringModel {
  readonly generator: Generator;
  /** Name of the model. */
  readonly id: string;
  /** The provider's model; its default when absent. */
  readonly model?: string;
  /** Sent to the provider instead of the generator's key. */
  readonly apiKey?: string;
}

/**
 * Asks a language model. Its scores are validated; a reply without them fails as `provider_failed`, and no other scorer
 * steps in, because scores of different scorers cannot be compared and the caller has to know.
 */
export class GenerativeAnswerScorer extends AnswerScorer {
  readonly description: ModelDescription;

  constructor(
    private readonly generator: Generator,
    private readonly named: Omit<AnsweringModel, 'generator'> = { id: generator.description.id },
  ) {
    super();
    this.description = { id: named.id, languages: generator.description.languages };
  }

  async score(request: ScoringRequest, { signal }: { readonly signal: AbortSignal }): Promise<AnswerScores> {
    const user = scoringPrompt(request);
    const room = this.generator.description.contextTokensMax - ANSWER_TOKENS_MAX;
    if (user.length / CHARACTERS_PER_TOKEN > room)
      throw new AppError(
        'invalid_request',
        `Question, answer and contexts are longer than the model ${this.description.id} takes`,
      );
    let object: object | undefined;
    let [inputTokens, outputTokens] = [0, 0];
    const generation = this.generator.generate(
      {
        question: '',
        context: [],
        history: [],
        grounded: false,
        citations: 'none',
        formatPrompt: false,
        system: SCORING_SYSTEM,
        user,
        jsonSchema: SCORES_SCHEMA,
        answerTokensMax: ANSWER_TOKENS_MAX,
        seed: 1,
        model: this.named.model,
        apiKey: this.named.apiKey,
      },
      { signal },
    );
    for await (const chunk of generation) {
      if (chunk.type === 'object') object = chunk.object;
      if (chunk.type === 'meta') ({ inputTokens, outputTokens } = chunk);
      if (chunk.type === 'status' && chunk.code === '-1')
        throw new AppError('provider_failed', chunk.details ?? 'The model provider failed');
    }
    const scores = object && givenScores(object, request.contexts.length);
    if (!scores)
      throw new AppError('provider_failed', `The model ${this.description.id} gave no scores from 0 to ${SCORE_MAX}`);
    const { question, answer } = request;
    return {
      answerRelevance: question === undefined || answer === undefined ? undefined : scores.answerRelevance,
      contextRelevance: scores.contexts.map(({ relevance }) => (question === undefined ? undefined : relevance)),
      groundedness: scores.contexts.map(({ groundedness }) => (answer === undefined ? undefined : groundedness)),
      inputTokens,
      outputTokens,
    };
  }
}
