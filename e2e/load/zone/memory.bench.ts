import { setTimeout as sleep } from 'node:timers/promises';
import type { KnowledgeBoxClient } from '../../harness/client';
import { services, type Service } from '../../harness/distributed';
import { SyntheticText } from '../corpus';
import { heading, line, residentMb } from '../figures';
import { BenchZone } from './bench-zone';
import { fillZone } from './filled-zone';
import { findCalls } from './find.bench';
import type { LoadOptions } from './load-options';

const PARAGRAPHS = 10_000;
/**
 * As in an image: V8's limit of old objects in a container of 512 MiB, the image's setting for young ones, and no
 * cache of compiled code, which stays in memory, 6 to 18 MB a service.
 */
const IMAGE_ENV = { NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=16', NODE_COMPILE_CACHE: '' };
const REST_MS = 20_000;
/** By then every cache is warm and every heap as wide as this load makes it. */
const WARM_UP_SHARE = 0.2;
const SAMPLE_MS = 5_000;
const FINDERS = 4;
/** Between what one client does and does next, so that a machine of two cores is busy and not choked. */
const PAUSE_MS = 100;
const REST_AIM_MB = 150;
const LOAD_AIM_MB = 350;
const GROWTH_AIM = 0.05;
const FAILURES_SHOWN_MAX = 20;

type Samples = Readonly<Record<Service, number[]>>;

/** Memory of each service at rest, under mixed use, and whether it grows. */
export async function benchMemory({ minutes }: LoadOptions): Promise<void> {
  heading(`memory of services, ${minutes} minutes of mixed load on ${PARAGRAPHS} paragraphs`);
  const zone = await BenchZone.start({ name: 'memory', env: IMAGE_ENV });
  try {
    await sleep(REST_MS);
    const rest = sampled(zone);
    const kb = await zone.box((made) => fillZone(zone, made, PARAGRAPHS));
    const { samples, done, failures } = await underLoad(zone, kb, minutes * 60_000);
    await sleep(REST_MS);
    const after = sampled(zone);
    for (const service of services)
      report(service, {
        rest: rest[service] ?? 0,
        samples: samples[service] ?? [],
        after: after[service] ?? 0,
      });
    line('done meanwhile', ...Object.entries(done).map(([name, count]) => `${name} ${count}`));
    for (const reason of failures) line('failed', reason);
  } finally {
    await zone.stop();
  }
}

interface Measured {
  readonly rest: number;
  readonly samples: readonly number[];
  readonly after: number;
}

function report(service: Service, { rest, samples, after }: Measured): void {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const quarter = Math.max(Math.floor(warm.length / 4), 1);
  const [early, late] = [median(warm.slice(0, quarter)), median(warm.slice(-quarter))];
  const most = Math.max(...samples);
  const growth = late / early - 1;
  const isMet = most <= LOAD_AIM_MB && growth <= GROWTH_AIM && rest <= REST_AIM_MB;
  line(
    service,
    `at rest ${rest.toFixed(0)} MB`,
    `at most ${most.toFixed(0)} MB`,
    `first quarter ${early.toFixed(0)}, last ${late.toFixed(0)} MB: ${(growth * 100).toFixed(1)} %`,
    `at rest again ${after.toFixed(0)} MB`,
    isMet ? 'met' : 'missed',
  );
}

async function underLoad(zone: BenchZone, kb: KnowledgeBoxClient, durationMs: number) {
  const samples: Samples = Object.fromEntries(services.map((service) => [service, []]));
  const done: Record<string, number> = { find: 0, ask: 0, create: 0, failure: 0 };
  const failures: string[] = [];
  const untilMs = performance.now() + durationMs;
  const again = async (name: string, work: (i: number) => Promise<unknown>) => {
    for (let i = 0; performance.now() < untilMs; i += 1) {
      const failure = await work(i).then(
        () => undefined,
        (error: unknown) => `${new Date().toISOString()} ${name}: ${messageOf(error)}`,
      );
      const counted = failure === undefined ? name : 'failure';
      done[counted] = (done[counted] ?? 0) + 1;
      if (failure !== undefined && failures.length < FAILURES_SHOWN_MAX) failures.push(failure);
      await sleep(PAUSE_MS);
    }
  };
  const sampling = async () => {
    for (; performance.now() < untilMs; await sleep(SAMPLE_MS))
      for (const [service, mb] of Object.entries(sampled(zone))) samples[service]?.push(mb);
  };
  const { find, embedding } = findCalls(zone, kb);
  const finders = Array.from({ length: FINDERS }, (_, i) => again('find', i % 2 === 0 ? find : embedding));
  await Promise.all([sampling(), ...finders, asking(kb, again), writing(kb, again)]);
  return { samples, done, failures };
}

type Again = (name: string, work: (i: number) => Promise<unknown>) => Promise<void>;

function asking(kb: KnowledgeBoxClient, again: Again): Promise<void> {
  const text = new SyntheticText(31);
  return again('ask', () => kb.ask({ query: text.query() }));
}

/** Created resources are removed a while later, so that the box keeps its size. */
function writing(kb: KnowledgeBoxClient, again: Again): Promise<void> {
  const text = new SyntheticText(37);
  const made: string[] = [];
  return again('create', async () => {
    made.push(await kb.createResource({ texts: { body: { body: text.paragraph() } } }));
    const oldest = made.length > 50 ? made.shift() : undefined;
    if (oldest) await kb.deleteResource(oldest);
  });
}

function sampled(zone: BenchZone): Record<Service, number> {
  const ofEach = services.map((service) => [service, residentMb(zone.running.app(service).pid) ?? Number.NaN]);
  return Object.fromEntries(ofEach);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${messageOf(error.cause)}`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
