import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** How long a process was not heard of, at most. */
export interface Silence {
  /** Between two answers. */
  readonly wallMs: number;
  /** The time that its main thread spent working between two answers; undefined where the system does not tell. */
  readonly busyMs: number | undefined;
}

/** The watched process. */
export interface Watched {
  readonly origin: string;
  readonly pid: number;
}

const PAUSE_MS = 2;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
// Given by `SilenceWatch`.
const { origin, pid } = workerData as Watched;

let longest = { wallMs: 0, busyMs: 0 };
let isMeasured = true;

/** Of the main thread, in ms. A busy machine lets a process wait; that is not its own doing. */
function busyMs(): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
  } catch {
    isMeasured = false;
    return 0;
  }
}

async function watch(): Promise<void> {
  let before = { wallMs: performance.now(), busyMs: busyMs() };
  for (;;) {
    await new Promise<void>((answered) => {
      get(`${origin}/api/v1/health/alive`, { agent }, (answer) => answer.resume().on('end', answered)).on('error', () =>
        answered(),
      );
    });
    const now = { wallMs: performance.now(), busyMs: busyMs() };
    longest = {
      wallMs: Math.max(longest.wallMs, now.wallMs - before.wallMs),
      busyMs: Math.max(longest.busyMs, now.busyMs - before.busyMs),
    };
    before = now;
    await sleep(PAUSE_MS);
  }
}

parentPort?.on('message', () => {
  const { wallMs, busyMs: busy } = longest;
  const silence: Silence = { wallMs, busyMs: isMeasured ? busy : undefined };
  longest = { wallMs: 0, busyMs: 0 };
  parentPort?.postMessage(silence);
});
void watch();
