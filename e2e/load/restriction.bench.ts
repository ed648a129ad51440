import type { Sent } from '@lectern/client';
import type { ModifyResourcePayload } from '@lectern/contracts/knowledge-box';
import { rm } from 'node:fs/promises';
import type { Client as Database } from 'pg';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { inDatabase } from '../harness/database';
import { inParallel } from '../harness/parallel';
import { SilentSite } from '../harness/silent-site';
import { Standalone, temporaryFolder } from '../harness/standalone';
import { heading, line, ms, percentiles } from './figures';

const TRIES = 20;
const LABELLED = 10_000;
const BACKLOG = 100_000;
const BACKLOG_BOXES = 50;
const CONNECTIONS = 16;
const TIMEOUT_MS = 600_000;

/** How soon a restriction, a label and a deletion are effective in the indexes while content makes them wait. */
export async function benchRestriction(): Promise<void> {
  heading('metadata: from the request to its effect in the index');
  const silent = await SilentSite.start();
  const env = { EMBEDDER: 'lexical', EGRESS_ALLOW: silent.host };
  const dataDir = await temporaryFolder();
  const lectern = await Standalone.start({ dataDir, env });
  try {
    const client = new Client(lectern.origin, { authorization: `Bearer ${lectern.token}` });
    const kb = await client.createKnowledgeBox({ hidden_resources_enabled: true });
    await measure('on an idle process', await probes(kb), {});
    await measure('while its own link does not answer', await probes(kb), { link: `http://${silent.host}/` });
    await labels(client);
    await behindBacklog(kb, dataDir);
  } finally {
    await lectern.stop();
    await rm(dataDir, { recursive: true, force: true });
    silent.stop();
  }
}

/** A resource that is found by a word that no other has. */
interface Probe {
  readonly kb: KnowledgeBoxClient;
  readonly rid: string;
  readonly word: string;
}

let probesMade = 0;

async function probes(kb: KnowledgeBoxClient): Promise<readonly Probe[]> {
  const made: Probe[] = [];
  for (let i = 0; i < TRIES; i += 1) {
    probesMade += 1;
    const word = `probe${probesMade}x`;
    const rid = await kb.createResource({ texts: { a: { body: word } } });
    await until(() => holds(kb, word, {}, true), 'it is found', TIMEOUT_MS);
    made.push({ kb, word, rid });
  }
  return made;
}

async function measure(name: string, found: readonly Probe[], { link }: { readonly link?: string }): Promise<void> {
  const laps: Record<'restricted' | 'labelled' | 'deleted', number[]> = { restricted: [], labelled: [], deleted: [] };
  for (const { kb, rid, word } of found) {
    const patch = (changes: Sent<ModifyResourcePayload>) => kb.modifyResource(rid, changes);
    if (link) await patch({ links: { slow: { uri: link } } });
    laps.labelled.push(
      await lap(
        () => patch({ usermetadata: { classifications: [{ labelset: 'l', label: word }] } }),
        () => holds(kb, word, { filters: [`/l/l/${word}`] }, true),
      ),
    );
    laps.restricted.push(
      await lap(
        () => patch({ security: { access_groups: ['hr'] } }),
        () => holds(kb, word, { security: { groups: [] } }, false),
      ),
    );
    laps.deleted.push(
      await lap(
        () => kb.deleteResource(rid),
        () => holds(kb, word, {}, false),
      ),
    );
  }
  for (const [change, own] of Object.entries(laps)) {
    const { p50Ms, p99Ms } = percentiles(own);
    line(`${change}, ${name}`, `p50 ${ms(p50Ms)}`, `p99 ${ms(p99Ms)} (aim below 2 s)`);
  }
}

/** Labels of many resources, by a request each. */
async function labels(client: Client): Promise<void> {
  const kb = await client.createKnowledgeBox();
  const ids = await inParallel(numbers(LABELLED), CONNECTIONS, (i) =>
    kb.createResource({ texts: { a: { body: `A note with number ${i}` } } }),
  );
  const carrying = async (filter: object) => (await kb.find({ query: '', top_k: 1, ...filter, debug: true })).total;
  await until(async () => (await isFound(kb, `${LABELLED - 1}`)) || undefined, 'all are found', TIMEOUT_MS);
  for (const id of ids.slice(-64)) await kb.untilProcessed(id);
  const startedMs = performance.now();
  await inParallel(ids, CONNECTIONS, (id) =>
    kb.modifyResource(id, { usermetadata: { classifications: [{ labelset: 'l', label: 'all' }] } }),
  );
  const patchedMs = performance.now() - startedMs;
  // Those that are left are found by what they lack.
  const without = { filters: [{ none: ['/l/l/all'] }] };
  await until(async () => ((await carrying(without)) === 0 ? true : undefined), 'all are labelled', TIMEOUT_MS);
  const doneMs = performance.now() - startedMs;
  line(
    `labels of ${LABELLED} resources, a request each`,
    `answered ${ms(patchedMs)}`,
    `effective ${ms(doneMs)} (aim below 10 s)`,
  );
}

/** Says how many jobs still wait after the tries: the figures hold only as long as there are many. */
async function behindBacklog(kb: KnowledgeBoxClient, dataDir: string): Promise<void> {
  const found = await probes(kb);
  await inDatabase(dataDir, async (database) => {
    await addBacklog(database);
    const before = await waitingJobs(database);
    await measure('behind waiting jobs', found, {});
    line('waiting jobs', `before ${before}`, `after ${await waitingJobs(database)}`);
  });
}

/** Jobs of many boxes, about resources that are gone: each is quickly done, all of them are not. */
async function addBacklog(database: Database): Promise<void> {
  await database.query(
    `select count(knowledge_box_tasks.add_job('processResource',
        json_build_object('kbid', tenant, 'rid', replace(gen_random_uuid()::text, '-', '')), tenant, null, null, 10, null, 0))
      from (select md5((i % $2)::text)::uuid::text as tenant from generate_series(1, $1) as i) as jobs`,
    [BACKLOG, BACKLOG_BOXES],
  );
}

async function waitingJobs(database: Database): Promise<number> {
  const sql = 'select count(*)::int as count from knowledge_box_tasks.job where locked_by is null';
  const { rows } = await database.query<{ count: number }>(sql);
  return rows[0]?.count ?? 0;
}

async function lap(change: () => Promise<unknown>, isEffective: () => Promise<true | undefined>): Promise<number> {
  const beganMs = performance.now();
  await change();
  await until(isEffective, 'it is effective', TIMEOUT_MS);
  return performance.now() - beganMs;
}

/** Whether the index has a hit, or none, as wanted: the rows correct results and `total`, but not `next_page`. */
async function holds(
  kb: KnowledgeBoxClient,
  word: string,
  request: object,
  wanted: boolean,
): Promise<true | undefined> {
  const { next_page: isHeld } = await kb.find({ query: word, features: ['keyword'], top_k: 0, ...request });
  return isHeld === wanted || undefined;
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

async function isFound(kb: KnowledgeBoxClient, word: string): Promise<boolean> {
  return (await kb.find({ query: word, features: ['keyword'] })).total > 0;
}
