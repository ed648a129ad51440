import { DatabaseModule } from '@lectern/database';
import { accessRows } from './access/access-rows';
import { changeRows } from './change/change-rows';
import { fieldRows } from './field/field-rows';
import { indexRunRows } from './index-run/index-run-rows';
import { knowledgeBoxRows } from './knowledge-box/knowledge-box-rows';
import { resourceRows } from './resource/resource-rows';
import { uploadRows } from './upload/upload-rows';
import { vectorsetRows } from './vectorset/vectorset-rows';
import { Access1763700000001 } from './migrations/0001-access';
import { Resources1763700000002 } from './migrations/0002-resources';
import { IndexRuns1763700000003 } from './migrations/0003-index-runs';
import { Changes1763700000004 } from './migrations/0004-changes';
import { VectorParts1763700000005 } from './migrations/0005-vector-parts';
import { FieldParts1763700000006 } from './migrations/0006-field-parts';
import { TusUploads1763700000007 } from './migrations/0007-tus-uploads';
import { ChangeFloors1763700000014 } from './migrations/0014-change-floors';
import { Vectorsets1763700000015 } from './migrations/0015-vectorsets';

/** What the folders of this lib have. */
export const folders = [
  knowledgeBoxRows,
  accessRows,
  resourceRows,
  changeRows,
  fieldRows,
  uploadRows,
  vectorsetRows,
  indexRunRows,
];

export const knowledgeBoxSchema = {
  schema: 'knowledge_box',
  entities: folders.flatMap<new () => object>(({ entities }) => entities),
  migrations: [
    Access1763700000001,
    Resources1763700000002,
    IndexRuns1763700000003,
    Changes1763700000004,
    VectorParts1763700000005,
    FieldParts1763700000006,
    TusUploads1763700000007,
    ChangeFloors1763700000014,
    Vectorsets1763700000015,
  ],
};

/** One object, so that all modules on the schema share the data source and the task queue. */
export const knowledgeBoxDatabase = DatabaseModule.forFeature(knowledgeBoxSchema);
