export { ActivityModule } from './activity.module';
export {
  type EvaluationRunEntity,
  type EvaluationSetEntity,
  type EvaluationSettings,
  type StoredVariant,
} from './evaluation/evaluation.entity';
export {
  type EvaluationRunRow,
  EvaluationRunsRepository,
  type ResultPlace,
} from './evaluation/evaluation-runs.repository';
export { type EvaluationSetRow, EvaluationSetsRepository } from './evaluation/evaluation-sets.repository';
export { ActivityRecorder } from './record/activity-recorder';
export { AskRecording } from './record/ask-recording';
export { RecordedCalls } from './record/recorded-calls';
export { recordedFind, recordedText } from './record/recorded-request';
export { ActivityWriter } from './journal/activity-writer';
export {
  type AnswerRow,
  AnswerScoresRepository,
  type Asked,
  type PeriodRow,
  type TakenAnswer,
} from './scores/answer-scores.repository';
export { answerSelection } from './scores/answer-selection';
export { searchDatabase, searchSchema } from './search.database';
export type { AskObserver, Rephrased } from './trace/ask-observer';
export { AskTraceRecorder } from './trace/ask-trace-recorder';
export { type AskTrace, AskTraceRecording, type TracedEntry, digestOf } from './trace/ask-trace';
export { AskTracesRepository } from './trace/ask-traces.repository';
export type { Leg, RetrievalObserver, TracedQuery } from './trace/retrieval-observer';
export { readTrace } from './trace/stored-trace';
