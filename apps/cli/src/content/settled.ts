import { setTimeout as sleep } from 'node:timers/promises';
import { listProcessingStatus } from '@lectern/contracts/knowledge-box';
import type { CommandContext, Option } from '../command';
import { counted } from '../progress-line';
import { whileAway } from './send-file';

const POLL_MS = 1_200;

export const waitOption: Readonly<Record<string, Option>> = {
  wait: { doc: 'do not end before everything in the knowledge box can be found' },
};

/** Waits until the knowledge box has no work left. The server counts up to a second late, so it must say so twice. */
export async function settled({ api, signal, progress }: CommandContext, kbid: string): Promise<void> {
  for (let quiet = 0; quiet < 2;) {
    const read = () => api().call(listProcessingStatus, { params: { kbid }, query: { limit: 1 } });
    const { waiting: backlog } = await whileAway(signal, read);
    const waiting = backlog.words.waiting + backlog.meaning.waiting;
    quiet = waiting === 0 ? quiet + 1 : 0;
    if (waiting > 0) progress.show(`${counted(waiting, 'resource')} being processed`);
    await sleep(POLL_MS, undefined, { signal });
  }
}
