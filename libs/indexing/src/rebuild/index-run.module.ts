import { rowsOf } from '@lectern/database';
import { busFor } from '@lectern/bus';
import { knowledgeBoxChanged } from '@lectern/contracts/knowledge-box';
import { ResourceStoreModule, knowledgeBoxDatabase } from '@lectern/resource-store';
import { Module } from '@nestjs/common';
import { keywordIndexes, vectorIndexes } from '../index-engines';
import { IndexPutsModule } from '../puts/index-puts.module';
import { IngestQueueModule } from '../queue/ingest-queue.module';
import { ResourceChangesModule } from '../resource/resource-changes.module';
import { IndexCensus } from './index-census';
import { IndexComparison } from './index-comparison';
import { IndexContents } from './index-contents';
import { IndexDrops } from './index-drops';
import { IndexHealing } from './index-healing';
import { IndexInspection } from './index-inspection';
import { IndexProbe } from './index-probe';
import { IndexReadiness } from './index-readiness';
import { IndexRebuilder } from './index-rebuilder';
import { IndexRefresher } from './index-refresher';
import { IndexRunJournal } from './index-run-journal';
import { IndexRunHandlers } from './index-run.handlers';
import { IndexRunService } from './index-run.service';
import { IndexScroll } from './index-scroll';
import { IndexSweeper } from './index-sweeper';
import { IndexTruthRepository } from './index-truth.repository';
import { IndexVerifier } from './index-verifier';
import { IndexWatch } from './index-watch';
import { MaintainIndexesTask } from './maintain-indexes.task';
import { RebuildRun } from './rebuild-run';
import { VerifyRun } from './verify-run';
import { IndexCensusEntity, IndexDifferenceEntity, IndexRunEntity } from './index-run.entity';
import { IndexCensusRepository } from './index-census.repository';
import { IndexDifferenceRepository } from './index-difference.repository';
import { IndexRunRepository } from './index-run.repository';

const bus = busFor({ publishes: [knowledgeBoxChanged] });

/** Runs that check, rebuild and heal indexes. */
@Module({
  imports: [
    knowledgeBoxDatabase,
    ResourceStoreModule,
    keywordIndexes,
    vectorIndexes,
    IndexPutsModule,
    IngestQueueModule,
    ResourceChangesModule,
  ],
  controllers: [IndexRunHandlers],
  providers: [
    rowsOf(IndexCensusEntity, IndexDifferenceEntity, IndexRunEntity),
    IndexCensusRepository,
    IndexDifferenceRepository,
    IndexRunRepository,
    bus,
    IndexCensus,
    IndexComparison,
    IndexContents,
    IndexDrops,
    IndexHealing,
    IndexInspection,
    IndexProbe,
    IndexReadiness,
    IndexRebuilder,
    IndexRefresher,
    IndexRunJournal,
    IndexRunService,
    IndexScroll,
    IndexSweeper,
    IndexTruthRepository,
    IndexVerifier,
    IndexWatch,
    MaintainIndexesTask,
    RebuildRun,
    VerifyRun,
  ],
  exports: [IndexRunRepository, IndexProbe],
})
export class IndexRunModule {}
