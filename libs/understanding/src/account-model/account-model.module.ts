import { rowsOf } from '@lectern/database';
import { busFor } from '@lectern/bus';
import { readBoxVectorsets } from '@lectern/contracts/knowledge-box';
import { SecretsModule } from '@lectern/secrets';
import { CustomModelRepository } from './custom-model.repository';
import { ModelConfigurationRepository } from './model-configuration.repository';
import { understandingDatabase } from '../understanding.database';
import { Module } from '@nestjs/common';
import { AccountModels } from './account-models';
import { BoxEmbeddingModels } from './box-embedding-models';
import { CustomModelRows } from './custom-model-rows';
import { ModelConfigurationRows } from './model-configuration-rows';
import { CustomModelEntity } from './custom-model.entity';
import { ModelConfigurationEntity } from './model-configuration.entity';

const bus = busFor({ calls: [readBoxVectorsets] });

/** Models that accounts configure. */
@Module({
  imports: [understandingDatabase, SecretsModule],
  providers: [
    rowsOf(CustomModelEntity, ModelConfigurationEntity),
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
