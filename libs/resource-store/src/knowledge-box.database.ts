import { DatabaseModule } from '@lectern/database';
import type { SealedColumns } from '@lectern/key-rotation';
import { Access1763700000001 } from './migrations/0001-access';
import { Resources1763700000002 } from './migrations/0002-resources';
import { IndexRuns1763700000003 } from './migrations/0003-index-runs';
import { Changes1763700000004 } from './migrations/0004-changes';
import { VectorParts1763700000005 } from './migrations/0005-vector-parts';
import { FieldParts1763700000006 } from './migrations/0006-field-parts';
import { TusUploads1763700000007 } from './migrations/0007-tus-uploads';
import { Labelsets1763700000008 } from './migrations/0008-labelsets';
import { Conversations1763700000009 } from './migrations/0009-conversations';
import { KvSchemas1763700000010 } from './migrations/0010-kv-schemas';
import { Invitations1763700000011 } from './migrations/0011-invitations';
import { Transfers1763700000012 } from './migrations/0012-transfers';
import { Backups1763700000013 } from './migrations/0013-backups';
import { ChangeFloors1763700000014 } from './migrations/0014-change-floors';
import { Vectorsets1763700000015 } from './migrations/0015-vectorsets';
import { Annotations1763700000016 } from './migrations/0016-annotations';
import { DeletionReceipts1763700000017 } from './migrations/0017-deletion-receipts';
import { NuaClientEvents1763700000018 } from './migrations/0018-nua-client-events';
import { Catalog1763700000019 } from './migrations/0019-catalog';
import { Graph1763700000020 } from './migrations/0020-graph';
import { EmbeddedTitles1763700000021 } from './migrations/0021-embedded-titles';
import { IndexedMessages1763700000028 } from './migrations/0028-indexed-messages';
import { KeyValueIndex1763700000029 } from './migrations/0029-key-value-index';
import { AccountBlocks1763700000030 } from './migrations/0030-account-blocks';
import { Augmentations1763700000032 } from './migrations/0032-augmentations';
import { WebhookSecrets1763700000035 } from './migrations/0035-webhook-secrets';
import { Instants1763700000036 } from './migrations/0036-instants';
import { ImportCallers1763700000037 } from './migrations/0037-import-callers';
import { BlobNames1763700000038 } from './migrations/0038-blob-names';
import { AccountQuotas1763700000039 } from './migrations/0039-account-quotas';
import { NuaClientUses1763700000040 } from './migrations/0040-nua-client-uses';
import { RenamedEntities1763700000041 } from './migrations/0041-renamed-entities';

export const knowledgeBoxSchema = {
  schema: 'knowledge_box',
  migrations: [
    Access1763700000001,
    Resources1763700000002,
    IndexRuns1763700000003,
    Changes1763700000004,
    VectorParts1763700000005,
    FieldParts1763700000006,
    TusUploads1763700000007,
    Labelsets1763700000008,
    Conversations1763700000009,
    KvSchemas1763700000010,
    Invitations1763700000011,
    Transfers1763700000012,
    Backups1763700000013,
    ChangeFloors1763700000014,
    Vectorsets1763700000015,
    Annotations1763700000016,
    DeletionReceipts1763700000017,
    NuaClientEvents1763700000018,
    Catalog1763700000019,
    Graph1763700000020,
    EmbeddedTitles1763700000021,
    IndexedMessages1763700000028,
    KeyValueIndex1763700000029,
    AccountBlocks1763700000030,
    Augmentations1763700000032,
    WebhookSecrets1763700000035,
    Instants1763700000036,
    ImportCallers1763700000037,
    BlobNames1763700000038,
    AccountQuotas1763700000039,
    NuaClientUses1763700000040,
    RenamedEntities1763700000041,
  ],
};

/** Columns with secrets, which `lectern keys rotate` seals with another key. */
export const knowledgeBoxSealed: SealedColumns = {
  fields: ['sealed_password', 'sealed_secrets'],
  knowledge_boxes: ['sealed_user_keys'],
  nua_clients: ['sealed_webhook_headers', 'sealed_webhook_secret'],
  signing_keys: ['private_key'],
  tus_uploads: ['sealed_file'],
  'knowledge_box_tasks.job': ['payload'],
};

/**
 * One object, so that all modules on the schema share the data source and the task queue. Features bring its entities
 * (`rowsOf`).
 */
export const knowledgeBoxDatabase = DatabaseModule.forFeature(knowledgeBoxSchema);
