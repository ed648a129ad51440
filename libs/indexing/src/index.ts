export { upgradeIndexesAndExit } from '@lectern/keyword-index';
export { IndexingModule } from './indexing.module';
export { fieldTurn } from './ingest/field-lane';
export { embedKeys, IngestQueue, processKeys } from './ingest/ingest-queue';
export { ParagraphReader } from './ingest/paragraph-reader';
export { type Changed, ResourceChanges } from './resource/resource-changes';
export { resourceStatus } from './resource/resource-status';
export { WaitingFindings } from './resource/waiting-findings';
