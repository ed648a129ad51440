import { type IndexRuns, type IndexWork, readIndexRuns } from '@lectern/contracts/knowledge-box';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnreachableError } from './api';
import type { CommandContext } from './command';
import { counted, duration } from './progress-line';

const POLL_MS = 100;
const POLL_MS_MAX = 1_000;
/** How long a server may be away, for a restart, say. */
const AWAY_MS_MAX = 120_000;

export function readRuns(work: IndexWork, { api, options: { kb } }: CommandContext): Promise<IndexRuns> {
  return api().call(readIndexRuns, { params: { work }, query: { kb: typeof kb === 'string' ? kb : undefined } });
}

/** Shows how far runs are until none is left to do. @throws UnreachableError when the server stays away */
export async function followRuns(started: IndexRuns, context: CommandContext): Promise<IndexRuns> {
  let runs = started;
  let awaySinceMs: number | undefined;
  for (let pollMs = POLL_MS; isUnfinished(runs); pollMs = Math.min(pollMs * 1.5, POLL_MS_MAX)) {
    await sleep(pollMs, undefined, { signal: context.signal });
    try {
      runs = await readRuns(started.work, context);
      awaySinceMs = undefined;
      context.progress.show(progressText(runs));
    } catch (error) {
      awaySinceMs ??= performance.now();
      if (!(error instanceof UnreachableError) || performance.now() - awaySinceMs > AWAY_MS_MAX) throw error;
      context.progress.show(`${error.message}; waiting for it`);
    }
  }
  return runs;
}

function isUnfinished({ knowledge_boxes: { waiting, running } }: IndexRuns): boolean {
  return waiting + running > 0;
}

/** `rebuild: 3 of 12 knowledge boxes, 451 of 1,000 resources (45 %), 12 s left`. */
export function progressText({ work, knowledge_boxes: boxes, resources, eta_s: eta, runs }: IndexRuns): string {
  const ended = boxes.done + boxes.failed;
  const { total, done } = resources;
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
  const trouble = runs.find(({ state, error }) => state === 'running' && error !== null)?.error;
  const parts = [
    `${ended.toLocaleString('en')} of ${counted(boxes.total, 'knowledge box', 'knowledge boxes')}`,
    `${done.toLocaleString('en')} of ${counted(total, 'resource')} (${percent} %)`,
    ...(eta === null ? [] : [`${duration(eta)} left`]),
    ...(trouble ? [trouble] : []),
  ];
  return `${work}: ${parts.join(', ')}`;
}
