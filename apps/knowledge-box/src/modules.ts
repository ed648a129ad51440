import { AccessModule } from '@lectern/access';
import { IndexingModule } from '@lectern/indexing';
import { KnowledgeBoxModule } from '@lectern/knowledge-box';

/** What this service consists of. Its permissions on NATS are what these modules declare. */
export const modules = [AccessModule, IndexingModule, KnowledgeBoxModule];
