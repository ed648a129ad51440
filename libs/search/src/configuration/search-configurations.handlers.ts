import { On } from '@lectern/bus';
import { searchConfigurationChanged, type SearchConfigurationReference } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { SearchConfigurations } from './search-configurations';

@Controller()
export class SearchConfigurationsHandlers {
  constructor(private readonly configurations: SearchConfigurations) {}

  @On(searchConfigurationChanged)
  changed(reference: SearchConfigurationReference): void {
    this.configurations.invalidate(reference);
  }
}
