import { busFor } from '@lectern/bus';
import { readSearchConfiguration } from '@lectern/contracts/knowledge-box';
import { Module } from '@nestjs/common';
import { SearchConfigurationCache } from './search-configuration-cache';
import { SearchConfigurationsHandlers } from './search-configurations.handlers';

const bus = busFor({ calls: [readSearchConfiguration] });

/** Search configurations referenced by requests. */
@Module({
  controllers: [SearchConfigurationsHandlers],
  providers: [bus, SearchConfigurationCache],
  exports: [SearchConfigurationCache],
})
export class SearchConfigurationsModule {}
