export { type Checked, checkSentences } from './citations/checked-sentences';
export type { CitedRanges } from './citations/cited-ranges';
export { blockId, definedBlocks } from './citations/footnotes';
export { quotedSentences } from './citations/quoted-sentences';
export type { ContextEntry } from './context-entry';
export { mentionsIn } from './entities/entities';
export { EntityTally, type EntityTallyState } from './entities/entity-tally';
export type { Entity } from './entities/mention';
export type { Chosen } from './reader/choice';
export { clausesOf } from './reader/clauses';
export { compose } from './reader/compose';
export { readObject } from './reader/object-reader';
export { type Passage, readPassage } from './reader/passage';
export { readQuestion } from './reader/question';
export { read } from './reader/reader';
export { readTable, tableAt } from './reader/table';
export { refusalIn } from './reader/refusal';
export { inConversation, rephraseByRule } from './reader/rephrase';
export type { Rephrased } from './rephrased';
export { answerFit } from './scoring/answer-signs';
export { answeringUnits, contextSigns } from './scoring/context-signs';
export { scoreReason, refusalReasons } from './scoring/reasons';
export { refusalOf } from './scoring/refusals';
export { SCORE_MAX } from './scoring/score';
export { statementsOf } from './scoring/statements';
export { supportSigns, verbatimIn } from './scoring/support';
export {
  type Basis,
  answerRelevance,
  contextRelevance,
  levelOf,
  levelOfShare,
  statementSupport,
} from './scoring/weights';
export { CHARACTERS_PER_TOKEN, tokensIn, estimatedTokens } from './tokens';
