import { randomUUID } from 'node:crypto';
import type { KeywordRecord, VectorRecord } from '@lectern/contracts/core';
import { EngineServers } from '../../harness/engines';
import { inParallel } from '../../harness/parallel';
import { cpuMs, heading, line } from '../figures';
import { MODEL } from './bench-zone';
import { type IndexPorts, openIndexPorts } from './index-ports.bench';
import { RawBulk } from './raw-bulk';
import { DIMENSIONS, PARAGRAPHS_PER_RESOURCE, SyntheticRecords } from './synthetic-records';

const RESOURCES = 100;
const PARAGRAPHS = RESOURCES * PARAGRAPHS_PER_RESOURCE;
/** 1,000 paragraphs. */
const RESOURCES_PER_BATCH = 10;
const BATCHES_AT_ONCE = 4;
/** Of each kind, in turns; the first warms up and does not count. */
const ROUNDS = 4;
const SHARE_AIM = 0.7;
const PREFIX = 'bench-ingest';
const SEARCHABLE = 'KeywordIndex.put, searchable when answered';
const RAW_SEARCHABLE = 'OpenSearch, bulk, searchable when answered';

interface Batch {
  readonly keywords: readonly KeywordRecord[];
  readonly vectors: readonly VectorRecord[];
}

/** The ports beside the engines' own bulk requests, which carry the same documents in the same batches. */
export async function benchIngest(): Promise<void> {
  heading(`ingest of ${PARAGRAPHS} extracted paragraphs, 1,000 a batch, ${BATCHES_AT_ONCE} batches at once`);
  const servers = await EngineServers.start();
  const names = { OPENSEARCH_INDEX_PREFIX: PREFIX, QDRANT_COLLECTION_PREFIX: PREFIX };
  const ports = await openIndexPorts({ ...servers.env, ...names });
  try {
    await compare(ports, servers);
  } finally {
    await ports.close();
    await servers.stop();
  }
}

async function compare(ports: IndexPorts, servers: EngineServers): Promise<void> {
  const batches = syntheticBatches();
  const raw = new RawBulk({ openSearch: servers.keywords.url, qdrant: servers.vectors.url, prefix: PREFIX });
  const fastest: Record<string, number> = {};
  const measure = async (name: string, round: number, write: (batch: number) => Promise<void>) => {
    await raw.settled();
    const [startedMs, cpuBeforeMs] = [performance.now(), cpuMs([process.pid]) ?? Number.NaN];
    await inParallel([...batches.keys()], BATCHES_AT_ONCE, write);
    const rate = (PARAGRAPHS * 1_000) / (performance.now() - startedMs);
    const ownMs = ((cpuMs([process.pid]) ?? Number.NaN) - cpuBeforeMs) / PARAGRAPHS;
    if (round === 0) return;
    line(name, `${rate.toFixed(0)} paragraphs/s`, `CPU of this client ${ownMs.toFixed(2)} ms a paragraph`);
    fastest[name] = Math.max(rate, fastest[name] ?? 0);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const kbid = randomUUID();
    const vectorset = { kbid, id: MODEL, dimensions: DIMENSIONS };
    const of = (i: number): Batch => batches[i] ?? { keywords: [], vectors: [] };
    await measure(SEARCHABLE, round, (i) => ports.keywords.put(kbid, of(i).keywords));
    await ports.keywords.drop(kbid);
    await measure('KeywordIndex.put', round, (i) => ports.keywords.put(kbid, of(i).keywords, { searchable: false }));
    await ports.keywords.refresh(kbid);
    await measure('VectorIndex.put', round, (i) => ports.vectors.put(vectorset, of(i).vectors));
    await raw.copy(kbid, batches.length);
    await measure('OpenSearch, bulk', round, (i) => raw.index(i, { refresh: false }));
    await raw.clear();
    await measure(RAW_SEARCHABLE, round, (i) => raw.index(i, { refresh: true }));
    await measure('Qdrant, upsert', round, (i) => raw.upsert(i));
    await raw.clear();
    await ports.keywords.drop(kbid);
    await ports.vectors.drop(kbid);
  }
  const share = (ours: string, theirs: string) => {
    const value = (fastest[ours] ?? Number.NaN) / (fastest[theirs] ?? Number.NaN);
    line(`${ours} of ${theirs}`, `${(value * 100).toFixed(0)} %`, value >= SHARE_AIM ? 'aim 70 %: met' : 'missed 70 %');
  };
  share('KeywordIndex.put', 'OpenSearch, bulk');
  share(SEARCHABLE, RAW_SEARCHABLE);
  share('VectorIndex.put', 'Qdrant, upsert');
}

function syntheticBatches(): Batch[] {
  const records = new SyntheticRecords();
  return Array.from({ length: RESOURCES / RESOURCES_PER_BATCH }, (_, batch) => {
    const made = Array.from({ length: RESOURCES_PER_BATCH }, (_, i) => {
      const n = batch * RESOURCES_PER_BATCH + i;
      const rid = n.toString(16).padStart(32, '0');
      return records.next({ rid, title: `Resource ${n}`, groups: [n % 2 === 0 ? 'readers' : 'others'] });
    });
    return { keywords: made.map(({ keywords }) => keywords), vectors: made.map(({ vectors }) => vectors) };
  });
}
