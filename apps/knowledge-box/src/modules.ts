import { AccessModule } from '@lectern/access';
import { IndexingModule } from '@lectern/indexing';
import { KnowledgeBoxModule } from '@lectern/knowledge-box';
import { TransferModule } from '@lectern/transfer';

/** Modules of this service. Its permissions on NATS follow from their declarations. */
export const modules = [AccessModule, IndexingModule, KnowledgeBoxModule, TransferModule];
