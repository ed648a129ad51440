import { SearchConfigurationEntity } from './search-configuration.entity';
import { SearchConfigurationRepository } from './search-configuration.repository';

/** Named requests of a knowledge box. */
export const searchConfigurationRows = {
  entities: [SearchConfigurationEntity],
  providers: [SearchConfigurationRepository],
};
