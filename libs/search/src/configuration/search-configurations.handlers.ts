import { On } from '@lectern/bus';
import { searchConfigurationChanged, type SearchConfigurationReference } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { SearchConfigurationCache } from './search-configuration-cache';

@Controller()
export class SearchConfigurationsHandlers {
  constructor(private readonly configurations: SearchConfigurationCache) {}

  @On(searchConfigurationChanged)
  changed(reference: SearchConfigurationReference): void {
    this.configurations.invalidate(reference);
  }
}
