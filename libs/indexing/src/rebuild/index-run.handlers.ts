import { handlersOf } from '@lectern/bus';
import {
  listIndexDifferences,
  readIndexRuns,
  reportIndexDamage,
  startIndexRun,
} from '@lectern/contracts/knowledge-box';
import { IndexHealing } from './index-healing';
import { IndexRunService } from './index-run.service';

export const IndexRunHandlers = handlersOf(IndexRunService)
  .answer(startIndexRun, (runs, { params, body }) => runs.start(params.work, body))
  .answer(readIndexRuns, (runs, { params, query }) => runs.read(params.work, query.kb))
  .answer(listIndexDifferences, (runs, { query }) => runs.listDifferences(query))
  .of(IndexHealing)
  .answer(reportIndexDamage, async (healing, { body }) => ({ healing: await healing.heal(body) }));
