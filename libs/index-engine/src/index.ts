export { absence, type DamageReport, DamageReports } from './damage-reports';
export { withEqualHits } from './equal-hits';
export { MicroBatchQueue, type MicroBatchLimits, weightOf } from './micro-batch-queue';
export { checkLimit, QUERY_LIMIT_MAX } from './query-limit';
export { valueBytes } from './value-size';
export { UnansweredBoxes } from './unanswered-boxes';
export { EntryTally } from './entry-tally';
