import { operation, streamOperation } from '../../core/operation';
import {
  AnswerToGenerate,
  BoxEmbedders,
  EmbeddedTexts,
  EmbeddingBox,
  GeneratedValue,
  GenerativeModelInUse,
  ModelsInUse,
  NamedGenerativeModel,
  QuestionToRephrase,
  RephrasedQuestion,
  RerankedTexts,
  TextsToEmbed,
  TextsToRerank,
} from './predict.dto';

/** @throws AppError `rate_limited`, `unavailable`, also for an unknown model */
export const embedTexts = operation({
  name: 'understanding.texts.embed',
  summary: 'Turn texts into vectors',
  body: TextsToEmbed,
  answer: EmbeddedTexts,
  deadlineMs: 5 * 60_000,
});

/** Returns what the settings chose and the model store has. */
export const describeModels = operation({
  name: 'understanding.models.describe',
  summary: 'Describe the models in use',
  answer: ModelsInUse,
  deadlineMs: 10_000,
});

/** Vectorsets that the deployment has are left out. Empty without a configuration of the box. */
export const describeBoxEmbedders = operation({
  name: 'understanding.embedders.describe',
  summary: 'Describe the embedding models that a knowledge box has keys for',
  body: EmbeddingBox,
  answer: BoxEmbedders,
  deadlineMs: 10_000,
});

/**
 * Describes a model that questions to the knowledge box can name although the deployment does not list it: one that its
 * account has configured, or that the box has keys for.
 *
 * @throws AppError `invalid_request` when none has that name
 */
export const describeGenerator = operation({
  name: 'understanding.generator.describe',
  summary: 'Describe a generative model of an account or a knowledge box',
  body: NamedGenerativeModel,
  answer: GenerativeModelInUse,
  deadlineMs: 10_000,
});

/** @throws AppError `rate_limited`, `unavailable`; `invalid_request` for too many texts */
export const rerankTexts = operation({
  name: 'understanding.texts.rerank',
  summary: 'Score texts against a query',
  body: TextsToRerank,
  answer: RerankedTexts,
  deadlineMs: 10_000,
});

/** @throws AppError `provider_failed`, `rate_limited`, `deadline_exceeded` */
export const rephraseQuestion = operation({
  name: 'understanding.question.rephrase',
  summary: 'Rewrite a question to stand alone',
  body: QuestionToRephrase,
  answer: RephrasedQuestion,
  deadlineMs: 30_000,
});

/** @throws AppError `provider_failed`, `deadline_exceeded` before the first value */
export const generateAnswer = streamOperation({
  name: 'understanding.answer.generate',
  summary: 'Answer a question from context',
  body: AnswerToGenerate,
  answer: GeneratedValue,
  deadlineMs: 120_000,
});
