import { setTimeout as sleep } from 'node:timers/promises';
import { heading, line, ms, timed } from '../figures';
import { BenchZone } from './bench-zone';
import { fillZone } from './filled-zone';
import { cpuByName, findCalls } from './find.bench';
import type { LoadOptions } from './load-options';

const PARAGRAPHS = 10_000;
const CALLS = 800;
/** More than the services can answer at once: measures their throughput. */
const CONNECTIONS = 16;
const SETTLE_MS = 5_000;

/** Finds a second with one and with two processes of search, at the same engines, and what takes the CPU. */
export async function benchScale({ folder, fillOnly }: LoadOptions): Promise<void> {
  heading(`one and two instances of search, ${PARAGRAPHS} paragraphs, ${CONNECTIONS} connections`);
  const zone = await BenchZone.start({ name: 'scale', folder });
  try {
    const kb = await zone.box((made) => fillZone(zone, made, PARAGRAPHS));
    if (fillOnly) return;
    const { find, raw } = findCalls(zone, kb);
    await timed(CALLS / 4, CONNECTIONS, find);
    const { perSecond } = await timed(CALLS, CONNECTIONS, raw);
    line('the two raw searches', `${perSecond.toFixed(0)}/s`);
    const one = await saturated(zone, 1, find);
    await zone.running.startService('search', 1);
    await sleep(SETTLE_MS);
    await timed(CALLS / 4, CONNECTIONS, find);
    const two = await saturated(zone, 2, find);
    line('two instances beside one', `${(two / one).toFixed(2)} ×`);
  } finally {
    await zone.stop();
  }
}

async function saturated(zone: BenchZone, search: number, find: (i: number) => Promise<unknown>): Promise<number> {
  const [before, startedMs] = [cpuByName(zone, { search }), performance.now()];
  const { perSecond, p50Ms, p99Ms } = await timed(CALLS, CONNECTIONS, find);
  const [after, wallMs] = [cpuByName(zone, { search }), performance.now() - startedMs];
  const used = [...after].map(([name, usedMs]) => [name, (usedMs - (before.get(name) ?? 0)) / wallMs] as const);
  const cells = [...used].sort(([, a], [, b]) => b - a).map(([name, cores]) => `${name} ${cores.toFixed(2)}`);
  line(`${search} of search`, `${perSecond.toFixed(0)}/s`, `p50 ${ms(p50Ms)}`, `p99 ${ms(p99Ms)}`);
  line('… cores in use', cells.join(', '));
  return perSecond;
}
