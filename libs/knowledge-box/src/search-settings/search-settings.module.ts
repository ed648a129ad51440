import { rowsOf } from '@lectern/database';
import { busFor } from '@lectern/bus';
import { searchConfigurationChanged, synonymsChanged } from '@lectern/contracts/knowledge-box';
import { knowledgeBoxDatabase, ResourceStoreModule } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { SearchConfigurationHandlers } from './search-configuration.handlers';
import { SearchConfigurationService } from './search-configuration.service';
import { SynonymsHandlers } from './synonyms.handlers';
import { SynonymsService } from './synonyms.service';
import { CustomSynonymsEntity } from './custom-synonyms.entity';
import { SearchConfigurationEntity } from './search-configuration.entity';
import { SearchConfigurationRepository } from './search-configuration.repository';
import { SynonymsRepository } from './synonyms.repository';

const bus = busFor({ publishes: [searchConfigurationChanged, synonymsChanged] });

/** Search settings of a knowledge box. Needs `BusModule`. */
@Module({
  imports: [knowledgeBoxDatabase, ResourceStoreModule],
  controllers: [SearchConfigurationHandlers, SynonymsHandlers],
  providers: [
    rowsOf(CustomSynonymsEntity, SearchConfigurationEntity),
    SearchConfigurationRepository,
    SynonymsRepository,
    bus,
    SearchConfigurationService,
    SynonymsService,
  ],
  exports: [SearchConfigurationRepository, SynonymsRepository],
})
export class SearchSettingsModule {}
