import { IndexingModule } from '@lectern/indexing';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { FieldModule } from '../field/field.module';
import { AugmentableFields } from './augmentable-fields';
import { AugmentationWriter } from './augmentation-writer';
import { AugmentationAnswers, AugmentationHandlers } from './augmentation.handlers';

/** Fields as read and extended by data-augmentation agents. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule, IndexingModule, FieldModule],
  controllers: [AugmentationAnswers, AugmentationHandlers],
  providers: [AugmentableFields, AugmentationWriter],
})
export class AugmentedFieldsModule {}
