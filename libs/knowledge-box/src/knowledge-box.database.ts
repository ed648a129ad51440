import { DatabaseModule } from '@lectern/database';
import { ApiKeyEntity } from './access/api-key.entity';
import { KnowledgeBoxUserEntity } from './access/knowledge-box-user.entity';
import { NuaClientEntity } from './access/nua-client.entity';
import { ServiceAccountEntity } from './access/service-account.entity';
import { SigningKeyEntity } from './access/signing-key.entity';
import { ChangeEntity } from './change/change.entity';
import {
  ExtractedFieldEntity,
  FieldEntity,
  FieldPartEntity,
  FieldVectorsEntity,
  UnembeddedFieldEntity,
} from './field/field.entity';
import { KnowledgeBoxEntity } from './knowledge-box/knowledge-box.entity';
import { Access1763700000001 } from './migrations/0001-access';
import { Resources1763700000002 } from './migrations/0002-resources';
import { IndexRuns1763700000003 } from './migrations/0003-index-runs';
import { Changes1763700000004 } from './migrations/0004-changes';
import { VectorParts1763700000005 } from './migrations/0005-vector-parts';
import { FieldParts1763700000006 } from './migrations/0006-field-parts';
import { IndexCensusEntity, IndexDifferenceEntity, IndexRunEntity } from './rebuild/index-run.entity';
import { ResourceEntity } from './resource/resource.entity';
import { VectorsetEntity } from './vectorset/vectorset.entity';

export const knowledgeBoxSchema = {
  schema: 'knowledge_box',
  entities: [
    KnowledgeBoxEntity,
    KnowledgeBoxUserEntity,
    ServiceAccountEntity,
    ApiKeyEntity,
    NuaClientEntity,
    SigningKeyEntity,
    ResourceEntity,
    ChangeEntity,
    FieldEntity,
    ExtractedFieldEntity,
    FieldPartEntity,
    FieldVectorsEntity,
    UnembeddedFieldEntity,
    VectorsetEntity,
    IndexRunEntity,
    IndexDifferenceEntity,
    IndexCensusEntity,
  ],
  migrations: [
    Access1763700000001,
    Resources1763700000002,
    IndexRuns1763700000003,
    Changes1763700000004,
    VectorParts1763700000005,
    FieldParts1763700000006,
  ],
};

/** One object, so that every module of the service shares the data source and the task queue. */
export const knowledgeBoxDatabase = DatabaseModule.forFeature(knowledgeBoxSchema);
