import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  createSearchConfiguration,
  deleteSearchConfiguration,
  getSearchConfiguration,
  listSearchConfigurations,
  readSearchConfiguration,
  replaceSearchConfiguration,
} from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { SearchConfigurationService } from './search-configuration.service';

@Controller()
export class SearchConfigurationHandlers {
  constructor(private readonly configurations: SearchConfigurationService) {}

  @Handles(createSearchConfiguration)
  create({ params, body }: Request<typeof createSearchConfiguration>) {
    return this.configurations.create(params, body);
  }

  @Handles(replaceSearchConfiguration)
  replace({ params, body }: Request<typeof replaceSearchConfiguration>) {
    return this.configurations.replace(params, body);
  }

  @Handles(deleteSearchConfiguration)
  delete({ params }: Request<typeof deleteSearchConfiguration>) {
    return this.configurations.delete(params);
  }

  @Handles(getSearchConfiguration)
  get({ params, principal }: Request<typeof getSearchConfiguration>) {
    return this.configurations.get(params, principal);
  }

  @Handles(listSearchConfigurations)
  list({ params, principal }: Request<typeof listSearchConfigurations>) {
    return this.configurations.list(params.kbid, principal);
  }

  @Handles(readSearchConfiguration)
  read({ body, principal }: Request<typeof readSearchConfiguration>) {
    return this.configurations.get(body, principal);
  }
}
