import { BoxVectorsets } from '../account-model/box-vectorsets';
import { ConfigurationHandlers } from './configuration.handlers';
import { ConfigurationRows } from './configuration-rows';
import { ConfigurationService } from './configuration.service';
import { DeploymentModels } from './deployment-models';
import { EmbeddingModels } from './embedding-models';
import { LearningConfigurationRepository } from '@lectern/understanding-rows';
import { LearningSchemaHandlers } from './learning-schema.handlers';
import { LearningConfigurations } from './learning-configurations';

export const configurationParts = {
  controllers: [ConfigurationHandlers, LearningSchemaHandlers],
  providers: [
    BoxVectorsets,
    ConfigurationRows,
    ConfigurationService,
    DeploymentModels,
    EmbeddingModels,
    LearningConfigurationRepository,
    LearningConfigurations,
  ],
};
