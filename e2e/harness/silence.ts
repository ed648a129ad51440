import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { projectRoot } from './process';
import type { Silence, Watched } from './silence.worker';

export type { Silence } from './silence.worker';

/** Work may continue for a moment after its answer. */
const SETTLE_MS = 100;

/** Asks a process all the time whether it is alive, from a thread that does nothing else. */
export class SilenceWatch {
  private readonly worker: Worker;

  constructor(watched: Watched) {
    this.worker = new Worker(join(projectRoot, 'dist/e2e/harness/silence.worker.js'), { workerData: watched });
  }

  /** The longest silence while something happens. */
  async during(work: () => Promise<unknown>): Promise<Silence> {
    await this.longest();
    await work();
    await sleep(SETTLE_MS);
    return this.longest();
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }

  /** Since it was asked for the last time. */
  private async longest(): Promise<Silence> {
    this.worker.postMessage('longest');
    // The only thing that the thread ever says.
    const [silence] = (await once(this.worker, 'message')) as [Silence];
    return silence;
  }
}
