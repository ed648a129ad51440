import { InProcessBus } from '@lectern/bus';
import {
  FieldContentRepository,
  KnowledgeBoxRepository,
  PassageRepository,
  UnembeddedFieldRepository,
} from '@lectern/resource-store';
import { IndexCensusRepository } from './index-census.repository';
import { IndexDifferenceRepository } from './index-difference.repository';
import { IndexRunRepository } from './index-run.repository';
import { IndexWorld } from '../../fixtures/index-world';
import { RetrievalSettingsHandlers } from '../vectorset/retrieval-settings';
import { LongFields } from '../puts/long-fields';
import { IndexCensus } from './index-census';
import { IndexComparison } from './index-comparison';
import { IndexContents } from './index-contents';
import { IndexDrops } from './index-drops';
import { IndexHealing } from './index-healing';
import { IndexInspection } from './index-inspection';
import { IndexReadiness } from './index-readiness';
import { IndexRebuilder } from './index-rebuilder';
import { IndexRefresher } from './index-refresher';
import { IndexRunJournal } from './index-run-journal';
import { IndexRunService } from './index-run.service';
import { IndexScroll } from './index-scroll';
import { IndexSweeper } from './index-sweeper';
import { IndexTruthRepository } from './index-truth.repository';
import { IndexVerifier } from './index-verifier';
import { IndexWatch } from './index-watch';
import { MaintainIndexesTask } from './maintain-indexes.task';
import { RebuildRun } from './rebuild-run';
import { VerifyRun } from './verify-run';

/** All services for rebuilds and verification, without a module. */
export function partsOf(world: IndexWorld) {
  const { transactions, tasks, indexes } = world;
  const truth = new IndexTruthRepository(world.resources, world.fields, world.vectorsets);
  const refresher = new IndexRefresher(transactions, truth, indexes, world.ingest, world.changes);
  const scroll = new IndexScroll(world.keywords, world.vectors, world.vectorsets, transactions);
  const [runs, differences] = [new IndexRunRepository(), new IndexDifferenceRepository()];
  const census = new IndexCensus(transactions, scroll, new IndexCensusRepository());
  const boxes = new KnowledgeBoxRepository(transactions);
  const settings = new RetrievalSettingsHandlers(
    ...([boxes, world.vectorsets, runs, new UnembeddedFieldRepository(), transactions] as const),
  );
  // Nothing else here listens to reports.
  const invalidate = (_: unknown, data: unknown) => settings.changed(data as { readonly kbid: string });
  const bus = Object.assign(new InProcessBus(), { publish: invalidate });
  const journal = new IndexRunJournal(transactions, runs, tasks, bus);
  const sweeper = new IndexSweeper(transactions, truth, scroll, indexes, refresher);
  const drops = new IndexDrops();
  const inspection = new IndexInspection(transactions, scroll, truth, world.ingest, runs);
  const rebuilder = new IndexRebuilder(transactions, truth, refresher);
  const long = new LongFields(transactions, world.resources, new FieldContentRepository(), new PassageRepository());
  const contents = new IndexContents(transactions, truth, long, world.keywords, world.vectors);
  const comparison = new IndexComparison(transactions, world.ingest, census, truth, contents);
  const verifier = new IndexVerifier(transactions, truth, census, comparison, differences);
  const rebuilds = new RebuildRun(journal, indexes, rebuilder, sweeper, drops);
  const verifications = new VerifyRun(journal, scroll, verifier, differences, transactions);
  const healing = new IndexHealing(inspection, drops, journal);
  return {
    refresher,
    inspection,
    healing,
    settings,
    readiness: new IndexReadiness(transactions, runs),
    watch: new IndexWatch(world.keywords, world.vectors, transactions, inspection, healing),
    task: new MaintainIndexesTask(journal, rebuilds, verifications),
    service: new IndexRunService(transactions, runs, journal, differences),
  };
}
