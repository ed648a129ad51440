import { handlersOf } from '@lectern/bus';
import {
  createSearchConfiguration,
  deleteSearchConfiguration,
  getSearchConfiguration,
  listSearchConfigurations,
  readSearchConfiguration,
  replaceSearchConfiguration,
} from '@lectern/contracts/knowledge-box';
import { SearchConfigurationService } from './search-configuration.service';

export const SearchConfigurationHandlers = handlersOf(SearchConfigurationService)
  .answer(createSearchConfiguration, (configurations, { params, body }) => configurations.create(params, body))
  .answer(replaceSearchConfiguration, (configurations, { params, body }) => configurations.replace(params, body))
  .answer(deleteSearchConfiguration, (configurations, { params }) => configurations.delete(params))
  .answer(getSearchConfiguration, (configurations, { params, principal }) => configurations.get(params, principal))
  .answer(listSearchConfigurations, (configurations, { params, principal }) =>
    configurations.list(params.kbid, principal),
  )
  .answer(readSearchConfiguration, (configurations, { body, principal }) => configurations.get(body, principal));
