import { busFor } from '@lectern/bus';
import { readGraphNodes, readGraphPaths, readGraphRelations } from '@lectern/contracts/knowledge-box';
import { embedTexts } from '@lectern/contracts/understanding';
import { Module } from '@nestjs/common';
import { BoxSettingsModule } from '../box/box-settings.module';
import { ZoneModelsModule } from '../models/zone-models.module';
import { QueryModule } from '../query/query.module';
import { GraphSearchHandlers } from './graph-search.handlers';
import { GraphService } from './graph.service';
import { SimilarNames } from './similar-names';

const bus = busFor({ calls: [readGraphNodes, readGraphPaths, readGraphRelations, embedTexts] });

/** Queries the knowledge graph. */
@Module({
  imports: [BoxSettingsModule, ZoneModelsModule, QueryModule],
  controllers: [GraphSearchHandlers],
  providers: [bus, GraphService, SimilarNames],
  exports: [SimilarNames],
})
export class GraphSearchModule {}
