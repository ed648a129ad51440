export { type AnswerScores, type AnswerToScore, type Expectation, scoresOf } from './answer-quality';
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
