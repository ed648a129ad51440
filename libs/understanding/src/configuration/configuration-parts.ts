import { BoxEmbeddingModels } from '../account-model/box-embedding-models';
import { ConfigurationHandlers } from './configuration.handlers';
import { ConfigurationRows } from './configuration-rows';
import { ConfigurationService } from './configuration.service';
import { DeploymentModels } from './deployment-models';
import { EmbeddingModelFinder } from './embedding-model-finder';
import { LearningConfigurationRepository } from '@lectern/understanding-rows';
import { LearningSchemaHandlers } from './learning-schema.handlers';
import { LearningConfigurations } from './learning-configurations';

export const configurationParts = {
  controllers: [ConfigurationHandlers, LearningSchemaHandlers],
  providers: [
    BoxEmbeddingModels,
    ConfigurationRows,
    ConfigurationService,
    DeploymentModels,
    EmbeddingModelFinder,
    LearningConfigurationRepository,
    LearningConfigurations,
  ],
};
