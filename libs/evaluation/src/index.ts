export { type AnswerScores, type AnswerToScore, type Expectation, scoresOf } from './answer-quality';
export { evaluationCsv, markdownOf } from './evaluation-report';
export {
  type ChangedQuestion,
  changedQuestions,
  type Difference,
  differencesOf,
  estimate,
  type EvaluationRun,
  type Metric,
  metrics,
  type QuestionResult,
  totalScore,
  type Variant,
  variantName,
  type VariantResult,
  variantsOf,
} from './evaluation-run';
export { type ExpectedQuestion, questionsOf, QuestionSetError } from './question-set';
export {
  type Estimate,
  estimateOf,
  mean,
  pairedSignificance,
  type Quality,
  qualityOf,
  recallAt,
  type Relevance,
  seeded,
} from './ranking-quality';
export { type Brought, type CitedAnswer, type FoundPassage, scoresOfQuestion } from './scored-answer';
