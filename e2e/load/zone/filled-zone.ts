import { setTimeout as sleep } from 'node:timers/promises';
import type { KeywordRecord, VectorRecord } from '@lectern/contracts/core';
import { type KnowledgeBoxClient, until } from '../../harness/client';
import { inParallel } from '../../harness/parallel';
import { line } from '../figures';
import { type BenchZone, MODEL } from './bench-zone';
import { type IndexPorts, openIndexPorts } from './index-ports.bench';
import { DIMENSIONS, PARAGRAPHS_PER_RESOURCE, SyntheticRecords, type SyntheticResource } from './synthetic-records';

const CONNECTIONS = 8;
const RESOURCES_PER_PUT = 10;
/** Puts under way: while engines store one, the next are made. */
const PUTS_AT_ONCE = 3;
const PROCESSING_TIMEOUT_MS = 30 * 60_000;
/** The graph of a million vectors takes two cores a while. A search before that is honest, and slower. */
const GRAPH_TIMEOUT_MS = 40 * 60_000;
const POLL_MS = 2_000;

/**
 * Fills a box: its resources over HTTP, so that there are rows for finds, and their paragraphs through the
 * ports by which knowledge-box fills the indexes, since extraction and embedding are not measured.
 */
export async function fillZone(zone: BenchZone, kb: KnowledgeBoxClient, paragraphs: number): Promise<void> {
  // The first embedded text creates the vectorset.
  await kb.createResource({ texts: { body: { body: 'The first of many.' } } }, { wait: 'embedded' });
  const resources = await createResources(kb, Math.ceil(paragraphs / PARAGRAPHS_PER_RESOURCE));
  const ports = await openIndexPorts(zone.env);
  const startedMs = performance.now();
  await putAll(ports, kb.id, resources);
  await ports.close();
  const seconds = (performance.now() - startedMs) / 1_000;
  line('filled, both indexes at once', `${(paragraphs / seconds).toFixed(0)} paragraphs/s`);
  await untilSettled(zone, kb.id);
}

export async function createResources(kb: KnowledgeBoxClient, count: number): Promise<SyntheticResource[]> {
  const plan = Array.from({ length: count }, (_, i) => ({
    title: `Resource ${i}`,
    groups: i % 2 === 0 ? ['readers'] : ['others'],
  }));
  const rids = await inParallel(plan, CONNECTIONS, ({ title, groups }) =>
    kb.createResource({ title, security: { access_groups: groups } }),
  );
  for (const rid of rids)
    await until(
      async () => ((await kb.resource(rid, { show: ['basic'] })).metadata?.status === 'PENDING' ? undefined : true),
      'it is processed',
      PROCESSING_TIMEOUT_MS,
    );
  return plan.map((resource, i) => ({ ...resource, rid: rids[i] ?? '' }));
}

export async function putAll(ports: IndexPorts, kbid: string, resources: readonly SyntheticResource[]): Promise<void> {
  const records = new SyntheticRecords();
  const puts = Array.from({ length: Math.ceil(resources.length / RESOURCES_PER_PUT) }, (_, i) =>
    resources.slice(i * RESOURCES_PER_PUT, (i + 1) * RESOURCES_PER_PUT),
  );
  await inParallel(puts, PUTS_AT_ONCE, async (some) => {
    const made = some.map((resource) => records.next(resource));
    await put(
      ports,
      kbid,
      made.map(({ keywords }) => keywords),
      { vectors: made.map(({ vectors }) => vectors) },
    );
  });
}

async function put(
  { keywords, vectors }: IndexPorts,
  kbid: string,
  records: readonly KeywordRecord[],
  { vectors: vectorRecords }: { readonly vectors: readonly VectorRecord[] },
): Promise<void> {
  const vectorset = { kbid, id: MODEL, dimensions: DIMENSIONS };
  await Promise.all([keywords.put(kbid, records), vectors.put(vectorset, vectorRecords)]);
}

/** Until Qdrant has built its graphs and OpenSearch has finished merging: later measurements are stable. */
export async function untilSettled(zone: BenchZone, kbid: string): Promise<void> {
  const { openSearch, keywordIndex, qdrant, collection } = zone.addressesOf(kbid);
  const startedMs = performance.now();
  const late = () => performance.now() - startedMs > GRAPH_TIMEOUT_MS;
  const isSettled = async () => {
    const { result } = await got<{ result: { status: string } }>(`${qdrant}/collections/${collection}-${DIMENSIONS}`);
    const stats = await got<Merging>(`${openSearch}/${keywordIndex}/_stats/merge`);
    return result.status === 'green' && stats._all.primaries.merges.current === 0;
  };
  // Optimisation may not have begun yet.
  await sleep(POLL_MS);
  while (!(await isSettled()) && !late()) await sleep(POLL_MS);
  const waited = `${((performance.now() - startedMs) / 1_000).toFixed(0)} s`;
  line('then graphs and merges', late() ? `not done after ${waited}` : waited);
}

interface Merging {
  readonly _all: { readonly primaries: { readonly merges: { readonly current: number } } };
}

async function got<T>(url: string): Promise<T> {
  // The caller knows what this engine answers to that.
  return (await (await fetch(url)).json()) as T;
}
