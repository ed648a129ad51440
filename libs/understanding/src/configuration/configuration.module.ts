import { busFor } from '@lectern/bus';
import { readRetrievalSettings } from '@lectern/contracts/knowledge-box';
import { ModelsModule } from '@lectern/models';
import { SecretsModule } from '@lectern/secrets';
import {
  LearningConfigurationRepository,
  StrategyRepository,
  understandingDatabase,
} from '@lectern/understanding-rows';
import { Module } from '@nestjs/common';
import { AccountModelModule } from '../account-model/account-model.module';
import { AssumedRoleModule } from '../assumed-role/assumed-role.module';
import { ConfigurationRows } from './configuration-rows';
import { ConfigurationHandlers } from './configuration.handlers';
import { ConfigurationService } from './configuration.service';
import { DeploymentModels } from './deployment-models';
import { EmbeddingModelFinder } from './embedding-model-finder';
import { GenerativeModels } from './generative-models';
import { LearningConfigurations } from './learning-configurations';
import { LearningSchemaHandlers } from './learning-schema.handlers';

const bus = busFor({ calls: [readRetrievalSettings] });

/** Learning configurations of accounts and boxes, and the resolution of model names. */
@Module({
  imports: [understandingDatabase, ModelsModule, SecretsModule, AccountModelModule, AssumedRoleModule],
  controllers: [ConfigurationHandlers, LearningSchemaHandlers],
  providers: [
    bus,
    ConfigurationRows,
    ConfigurationService,
    DeploymentModels,
    EmbeddingModelFinder,
    GenerativeModels,
    LearningConfigurationRepository,
    LearningConfigurations,
    StrategyRepository,
  ],
  exports: [
    ConfigurationRows,
    ConfigurationService,
    DeploymentModels,
    EmbeddingModelFinder,
    GenerativeModels,
    LearningConfigurations,
    StrategyRepository,
  ],
})
export class ConfigurationModule {}
