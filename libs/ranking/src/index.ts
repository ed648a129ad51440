export { cosine } from './cosine';
export { fuse, type FusedHit, type FusionSettings, type LegScore } from './fusion';
export {
  LEXICAL_RANKING,
  type LexicalScore,
  lexicalScores,
  type LexicalTerms,
  type RerankCandidate,
} from './lexical-scores';
export type { Ranking } from './reciprocal-rank-fusion';
export { semanticWeight, type SpokenLanguages } from './semantic-weight';
