import { BoxVectorsets } from './box-vectorsets';
import { ConfigurationHandlers } from './configuration.handlers';
import { ConfigurationRows } from './configuration-rows';
import { ConfigurationService } from './configuration.service';
import { DeploymentModels } from './deployment-models';
import { LearningConfigurationRepository } from './learning-configuration.repository';
import { LearningConfigurations } from './learning-configurations';

export const configurationParts = {
  controllers: [ConfigurationHandlers],
  providers: [
    BoxVectorsets,
    ConfigurationRows,
    ConfigurationService,
    DeploymentModels,
    LearningConfigurationRepository,
    LearningConfigurations,
  ],
};
