import { SearchConfigurationEntity } from './search-configuration.entity';
import { SearchConfigurationRepository } from './search-configuration.repository';

/** Requests that a knowledge box keeps under a name. */
export const searchConfigurationRows = {
  entities: [SearchConfigurationEntity],
  providers: [SearchConfigurationRepository],
};
