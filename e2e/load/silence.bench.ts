import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { hostileInputs, type HostileInput } from '../harness/hostile-inputs';
import { SilenceWatch } from '../harness/silence';
import { Standalone } from '../harness/standalone';
import { TestAgent } from '../harness/test-agent';
import { heading, line, ms, percentiles } from './figures';

const IDLE_MS = 5_000;
/** Of another box, before and beside each input. */
const FINDS = 100;
const PAUSE_MS = 5;

/**
 * Effect of each input of the hostile set on others: how long the process is not heard of (aim: 50 ms more than when it
 * is idle), and how long finds in another box take (aim: twice as long at most).
 */
export async function benchSilence(): Promise<void> {
  heading('the hostile set, one process: the longest silence, and finds in another box beside it');
  const lectern = await Standalone.start({ env: { EMBEDDER: 'lexical' } });
  const watch = new SilenceWatch({ origin: lectern.origin, pid: lectern.app.pid });
  try {
    const root = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    const [kb, other] = [await root.createKnowledgeBox(), await root.createKnowledgeBox()];
    await kb.modify({ state: 'PUBLISHED' });
    for (const box of [kb, other])
      await box.createResource({ texts: { a: { body: 'The moon pulls the sea.' } } }, { wait: 'searchable' });
    await findsWhile(other, () => sleep(IDLE_MS));
    const idle = await watch.during(() => sleep(IDLE_MS));
    line('idle', `silence ${ms(idle.wallMs)}`, `of which busy ${ms(idle.busyMs)}`);
    report('nothing else', await watch.during(() => sleep(0)), await findsWhile(other, () => sleep(IDLE_MS)));
    const agent = await TestAgent.create(root, { kb });
    for (const input of hostileInputs)
      await benchInput(input, { kb, other, watch, agent, nobody: new Client(lectern.origin) });
  } finally {
    await watch.stop();
    await lectern.stop();
  }
}

interface Place {
  readonly kb: KnowledgeBoxClient;
  readonly other: KnowledgeBoxClient;
  readonly nobody: Client;
  readonly agent: TestAgent;
  readonly watch: SilenceWatch;
}

async function benchInput({ name, send }: HostileInput, { kb, other, nobody, agent, watch }: Place): Promise<void> {
  let lapsMs: readonly number[] = [];
  const silence = await watch.during(async () => {
    lapsMs = await findsWhile(other, () => send({ kb, nobody, agent }).catch(() => undefined));
  });
  report(name, silence, lapsMs);
}

/** Finds, one after the other, from the beginning of some work until it has ended and there were enough of them. */
async function findsWhile(kb: KnowledgeBoxClient, work: () => Promise<unknown>): Promise<readonly number[]> {
  let isOver = false;
  const working = work().then(() => (isOver = true));
  const lapsMs: number[] = [];
  while (!isOver || lapsMs.length < FINDS) {
    const beganMs = performance.now();
    await kb.find({ query: 'moon', features: ['keyword'] }).catch(() => undefined);
    lapsMs.push(performance.now() - beganMs);
    await sleep(PAUSE_MS);
  }
  await working;
  return lapsMs;
}

function report(
  name: string,
  { wallMs, busyMs }: Awaited<ReturnType<SilenceWatch['during']>>,
  lapsMs: readonly number[],
): void {
  const { p50Ms, p99Ms } = percentiles(lapsMs);
  line(name, `silence ${ms(wallMs)}`, `of which busy ${ms(busyMs)}`, `find p50 ${ms(p50Ms)}`, `p99 ${ms(p99Ms)}`);
}
