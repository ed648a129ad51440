import { busFor } from '@lectern/bus';
import { labelsetsChanged } from '@lectern/contracts/knowledge-box';
import { IndexingModule } from '@lectern/indexing';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { FieldModule } from '../field/field.module';
import { KvSchemaModule } from '../kv-schema/kv-schema.module';
import { LabelsetModule } from '../labelset/labelset.module';
import { AugmentableFields } from './augmentable-fields';
import { AugmentationWriter } from './augmentation-writer';
import { GeneratedFields } from './generated-fields';
import { NameAlignment } from './name-alignment';
import { AugmentationAnswers, AugmentationHandlers } from './augmentation.handlers';

/** Fields as read and extended by data-augmentation agents. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, IndexingModule, FieldModule, LabelsetModule, KvSchemaModule],
  controllers: [AugmentationAnswers, AugmentationHandlers],
  providers: [
    busFor({ publishes: [labelsetsChanged] }),
    AugmentableFields,
    AugmentationWriter,
    GeneratedFields,
    NameAlignment,
  ],
})
export class AugmentedFieldsModule {}
