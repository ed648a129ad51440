import { busFor } from '@lectern/bus';
import { searchConfigurationChanged, synonymsChanged } from '@lectern/contracts/knowledge-box';
import { knowledgeBoxDatabase, ResourceStoreModule } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { SearchConfigurationHandlers } from './search-configuration.handlers';
import { SearchConfigurationService } from './search-configuration.service';
import { SynonymsHandlers } from './synonyms.handlers';
import { SynonymsService } from './synonyms.service';

const bus = busFor({ publishes: [searchConfigurationChanged, synonymsChanged] });

/** Search settings of a knowledge box. Needs `BusModule`. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule],
  controllers: [SearchConfigurationHandlers, SynonymsHandlers],
  providers: [bus, SearchConfigurationService, SynonymsService],
})
export class SearchSettingsModule {}
