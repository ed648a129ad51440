import type { KnowledgeBoxClient } from '../../harness/client';
import { SyntheticText } from '../corpus';
import { cpuMs, heading, line, ms, percentiles, timed } from '../figures';
import { BenchZone, MODEL } from './bench-zone';
import { fillZone } from './filled-zone';
import type { LoadOptions } from './load-options';
import { RawEngines } from './raw-engines';
import { WordVectors } from './synthetic-records';

const QUERIES = 200;
/** Raw and ours in turns, so that both meet the machine in the same moods. */
const ROUNDS = 3;
const CALLS_PER_ROUND = 100;
const WARM_UP = 100;
const CONNECTIONS = [1, 8] as const;
const RATIO_AIM = 1.3;
const EXTRA_AIM_MS = 2;

/** Find over HTTP, through the gateway and over NATS, beside the two searches that it cannot do without. */
export async function benchFind(paragraphs: number, { folder, fillOnly }: LoadOptions): Promise<void> {
  heading(`find, ${paragraphs} paragraphs in OpenSearch and Qdrant, filtered by a group that sees half`);
  const zone = await BenchZone.start({ name: `find-${paragraphs}`, folder });
  try {
    const kb = await zone.box((made) => fillZone(zone, made, paragraphs));
    if (fillOnly) return;
    const calls = findCalls(zone, kb);
    for (const call of Object.values(calls)) await timed(WARM_UP, 4, call);
    for (const connections of CONNECTIONS) await compare(zone, calls, connections);
  } finally {
    await zone.stop();
  }
}

type FindCalls = Readonly<Record<'raw' | 'rawWithTexts' | 'find' | 'embedding', (i: number) => Promise<unknown>>>;

export function findCalls(zone: BenchZone, kb: KnowledgeBoxClient): FindCalls {
  const text = new SyntheticText(11);
  const words = new WordVectors();
  const queries = Array.from({ length: QUERIES }, () => {
    const query = text.query();
    return { query, vector: words.of(query) };
  });
  const queryOf = (i: number) => queries[i % QUERIES] ?? { query: '', vector: new Float32Array() };
  const engines = new RawEngines(zone.addressesOf(kb.id), kb.id, MODEL);
  const shared = { features: ['keyword', 'semantic'], security: { groups: ['readers'] }, min_score: { semantic: -1 } };
  return {
    raw: (i) => engines.both(queryOf(i)),
    rawWithTexts: (i) => engines.bothAndTexts(queryOf(i)),
    find: (i) => kb.find({ ...shared, query: queryOf(i).query, vector: Array.from(queryOf(i).vector) }),
    embedding: (i) => kb.find({ ...shared, query: queryOf(i).query }),
  };
}

async function compare(zone: BenchZone, calls: FindCalls, connections: number): Promise<void> {
  const laps: Record<keyof FindCalls, number[]> = { raw: [], rawWithTexts: [], find: [], embedding: [] };
  const cpu = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, own] of Object.entries(laps)) {
      const call = name === 'raw' || name === 'rawWithTexts' || name === 'embedding' ? calls[name] : calls.find;
      const before = name === 'find' ? cpuByName(zone) : undefined;
      own.push(...(await timed(CALLS_PER_ROUND, connections, call)).lapsMs);
      for (const [process, usedMs] of before ? cpuByName(zone) : [])
        cpu.set(process, (cpu.get(process) ?? 0) + usedMs - (before?.get(process) ?? 0));
    }
  }
  const [raw, withTexts, find, embedding] = [laps.raw, laps.rawWithTexts, laps.find, laps.embedding].map(percentiles);
  const rawMs = raw?.p50Ms ?? Number.NaN;
  const aimMs = rawMs * RATIO_AIM + EXTRA_AIM_MS;
  const cells = (one: typeof raw) => [`p50 ${ms(one?.p50Ms)}`, `p95 ${ms(one?.p95Ms)}`];
  const times = (one: typeof raw) => `${((one?.p50Ms ?? Number.NaN) / rawMs).toFixed(2)} × raw`;
  line(`${connections} at a time: both raw searches`, ...cells(raw));
  line('… and then the texts of 40', ...cells(withTexts), times(withTexts));
  line('… find', ...cells(find), times(find), `aim ${ms(aimMs)}: ${(find?.p50Ms ?? 0) <= aimMs ? 'met' : 'missed'}`);
  line(`… find that embeds its query with ${MODEL}`, ...cells(embedding), times(embedding));
  const perFind = ROUNDS * CALLS_PER_ROUND * 1.1;
  const used = [...cpu].map(([name, usedMs]) => `${name} ${(usedMs / perFind).toFixed(1)}`);
  line('… CPU of a find, ms', used.join(', '));
}

export function cpuByName(zone: BenchZone, instances: Readonly<Record<string, number>> = {}): Map<string, number> {
  return new Map([...zone.pids(instances)].map(([name, pids]) => [name, cpuMs(pids) ?? Number.NaN]));
}
