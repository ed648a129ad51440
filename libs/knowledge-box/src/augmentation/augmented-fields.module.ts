import { IndexingModule } from '@lectern/indexing';
import { KnowledgeBoxRowsModule, knowledgeBoxDatabase } from '@lectern/knowledge-box-rows';
import { Module } from '@nestjs/common';
import { FieldModule } from '../field/field.module';
import { AugmentableFields } from './augmentable-fields';
import { AugmentationWriter } from './augmentation-writer';
import { AugmentationHandlers } from './augmentation.handlers';

/** Fields as read and extended by data-augmentation agents. */
@Module({
  imports: [knowledgeBoxDatabase, KnowledgeBoxRowsModule, IndexingModule, FieldModule],
  controllers: [AugmentationHandlers],
  providers: [AugmentableFields, AugmentationWriter],
})
export class AugmentedFieldsModule {}
