import { IndexCensusRepository } from './index-census.repository';
import { IndexComparison } from './index-comparison';
import { IndexDifferenceRepository } from './index-difference.repository';
import { IndexDrops } from './index-drops';
import { IndexHealing } from './index-healing';
import { IndexInspection } from './index-inspection';
import { IndexReadiness } from './index-readiness';
import { IndexRebuilder } from './index-rebuilder';
import { IndexRefresher } from './index-refresher';
import { IndexRunJournal } from './index-run-journal';
import { IndexRunRepository } from './index-run.repository';
import { IndexRunService } from './index-run.service';
import { IndexScroll } from './index-scroll';
import { IndexSweeper } from './index-sweeper';
import { IndexTruthRepository } from './index-truth.repository';
import { IndexVerifier } from './index-verifier';
import { IndexWatch } from './index-watch';
import { MaintainIndexesTask } from './maintain-indexes.task';
import { RebuildRun } from './rebuild-run';
import { VerifyRun } from './verify-run';

/** For the module that has the indexes and resources. */
export const rebuildProviders = [
  IndexCensusRepository,
  IndexComparison,
  IndexDifferenceRepository,
  IndexDrops,
  IndexHealing,
  IndexInspection,
  IndexReadiness,
  IndexRebuilder,
  IndexRefresher,
  IndexRunJournal,
  IndexRunRepository,
  IndexRunService,
  IndexScroll,
  IndexSweeper,
  IndexTruthRepository,
  IndexVerifier,
  IndexWatch,
  MaintainIndexesTask,
  RebuildRun,
  VerifyRun,
];
