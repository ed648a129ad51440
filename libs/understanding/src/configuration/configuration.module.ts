import { rowsOf } from '@lectern/database';
import { busFor } from '@lectern/bus';
import { readRetrievalSettings } from '@lectern/contracts/knowledge-box';
import { ModelsModule } from '@lectern/models';
import { SecretsModule } from '@lectern/secrets';
import { LearningConfigurationRepository } from './learning-configuration.repository';
import { StrategyRepository } from './strategy.repository';
import { understandingDatabase } from '../understanding.database';
import { Module } from '@nestjs/common';
import { AccountModelModule } from '../account-model/account-model.module';
import { AssumedRoleModule } from '../assumed-role/assumed-role.module';
import { ConfigurationRows } from './configuration-rows';
import { ConfigurationAnswers, ConfigurationHandlers } from './configuration.handlers';
import { ConfigurationService } from './configuration.service';
import { DeploymentModels } from './deployment-models';
import { EmbeddingModelFinder } from './embedding-model-finder';
import { GenerativeModels } from './generative-models';
import { LearningConfigurations } from './learning-configurations';
import { LearningSchemaAnswers, LearningSchemaHandlers } from './learning-schema.handlers';
import { LearningConfigurationEntity } from './learning-configuration.entity';
import { StrategyEntity } from './strategy.entity';

const bus = busFor({ calls: [readRetrievalSettings] });

/** Learning configurations of accounts and boxes, and the resolution of model names. */
@Module({
  imports: [understandingDatabase, ModelsModule, SecretsModule, AccountModelModule, AssumedRoleModule],
  controllers: [ConfigurationAnswers, ConfigurationHandlers, LearningSchemaAnswers, LearningSchemaHandlers],
  providers: [
    rowsOf(LearningConfigurationEntity, StrategyEntity),
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
