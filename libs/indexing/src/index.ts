export { upgradeIndexesAndExit } from '@lectern/keyword-index';
export { IndexingModule } from './indexing.module';
export { fieldTurn } from './queue/field-lane';
export { embedKeys, IngestQueue, processKeys } from './queue/ingest-queue';
export { IndexProbe } from './rebuild/index-probe';
export { ParagraphReader } from './puts/paragraph-reader';
export { type Changed, ResourceChanges, type StoredArrival } from './resource/resource-changes';
export { resourceStatus } from './resource/resource-status';
export { WaitingFindings } from './resource/waiting-findings';
