import { droppedIn, type IndexRunEntity } from './index-run.entity';
import { Injectable } from '@nestjs/common';
import { IndexWriter } from '../puts/index-writer';
import { IndexDrops } from './index-drops';
import { IndexRebuilder } from './index-rebuilder';
import { IndexRunJournal } from './index-run-journal';
import { IndexSweeper } from './index-sweeper';
import { smoothedRate } from './progress';

/** Time for one box before others get a turn. */
const TURN_MS = 10_000;

/** Rebuilds the indexes of a knowledge box from the recorded progress. */
@Injectable()
export class RebuildRun {
  constructor(
    private readonly journal: IndexRunJournal,
    private readonly indexes: IndexWriter,
    private readonly rebuilder: IndexRebuilder,
    private readonly sweeper: IndexSweeper,
    private readonly drops: IndexDrops,
  ) {}

  async goOn(begun: IndexRunEntity, signal: AbortSignal): Promise<void> {
    let run = begun;
    const dropped = droppedIn[run.phase];
    if (dropped) {
      await this.indexes.drop(run.kbid, dropped);
      this.drops.note(run.kbid, dropped);
      run = await this.journal.note(run, { phase: 'put' });
    }
    if (run.phase === 'put') run = await this.put(run, signal);
    if (run.phase === 'put') return this.journal.continueLater(run);
    const removed = await this.sweeper.sweepAll(run.kbid, signal);
    await this.journal.note(run, { state: 'done', removed, error: null, ended: new Date() });
  }

  /** Continues until the turn ends. */
  private async put(begun: IndexRunEntity, signal: AbortSignal): Promise<IndexRunEntity> {
    let run = begun;
    const endMs = performance.now() + TURN_MS;
    for (let startMs = performance.now(); startMs < endMs; startMs = performance.now()) {
      signal.throwIfAborted();
      const step = await this.rebuilder.step(run.kbid, run.cursor);
      if (!step) {
        await this.indexes.makeSearchable(run.kbid);
        return this.journal.note(run, { phase: 'sweep' });
      }
      const { cursor, resources } = step;
      run = await this.journal.note(run, {
        cursor,
        resourcesDone: run.resourcesDone + resources,
        resourcesPerS: smoothedRate(run.resourcesPerS, resources, performance.now() - startMs),
        error: null,
      });
    }
    return run;
  }
}
