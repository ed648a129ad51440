import { busFor } from '@lectern/bus';
import { readBoxVectorsets } from '@lectern/contracts/knowledge-box';
import { SecretsModule } from '@lectern/secrets';
import {
  CustomModelRepository,
  ModelConfigurationRepository,
  understandingDatabase,
} from '@lectern/understanding-rows';
import { Module } from '@nestjs/common';
import { AccountModels } from './account-models';
import { BoxEmbeddingModels } from './box-embedding-models';
import { CustomModelRows } from './custom-model-rows';
import { ModelConfigurationRows } from './model-configuration-rows';

const bus = busFor({ calls: [readBoxVectorsets] });

/** Models that accounts configure. */
@Module({
  imports: [understandingDatabase, SecretsModule],
  providers: [
    bus,
    AccountModels,
    BoxEmbeddingModels,
    CustomModelRepository,
    CustomModelRows,
    ModelConfigurationRepository,
    ModelConfigurationRows,
  ],
  exports: [AccountModels, BoxEmbeddingModels, CustomModelRows, ModelConfigurationRows],
})
export class AccountModelModule {}
