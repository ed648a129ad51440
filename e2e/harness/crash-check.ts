import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getExportStatus, getField, getImportStatus } from '@lectern/contracts/knowledge-box';
import { getProcessingRequest, inspectKnowledgeBoxTask } from '@lectern/contracts/understanding';
import { Client as Database } from 'pg';
import type { KnowledgeBoxClient } from './client';
import { lectern } from './command-line';
import type { CrashTarget } from './crash-target';
import { type CrashWorld, digest } from './crash-work';
import { inParallel } from './parallel';

const CONNECTIONS = 6;
const LOOK_MS = 500;
const SETTLE_MS = 120_000;
const QUIET_MS = 240_000;
/** Work that a write causes: it is processed, embedded, indexed, and indexed again with its labels. */
const MS_PER_RESOURCE = 500;
/** Of one task in one resource, beside all else that such a machine does. */
const MS_PER_LABEL = 20;
const SCHEMAS = ['knowledge_box_tasks', 'understanding_tasks', 'search_tasks'];
const OLD = new Date(Date.now() - 25 * 3_600_000);

/** Differences from the acknowledged state: none where the product is correct. */
export interface Findings {
  readonly lost: readonly string[];
  readonly resurrected: readonly string[];
  /** Work that failed although nothing was wrong with it. */
  readonly failed: readonly string[];
  /** Files that nothing names, after the sweep. */
  readonly unnamed: readonly string[];
  /** Result of a comparison of indexes and rows. */
  readonly indexes: string;
}

/** Compares the product with what it has acknowledged, once all its work is done. */
export async function check(target: CrashTarget, world: CrashWorld): Promise<Findings & { readonly swept: number }> {
  const lost: string[] = [];
  const resurrected: string[] = [];
  const failed: string[] = [];
  await untilQuiet(target, QUIET_MS + world.known.resources.size * MS_PER_RESOURCE);
  await checkWork(world, failed);
  await checkResources(world, { lost, resurrected, failed });
  await checkFiles(world, lost, failed);
  await checkConversations(world, lost);
  failed.push(...(await givenUp(target)));
  const { swept, unnamed } = await sweep(target);
  return { lost, resurrected, failed, unnamed, swept, indexes: await verify(target, world.kb) };
}

/** Until no task waits or runs, apart from those that are for later. Pauses after kills are left out. */
async function untilQuiet(target: CrashTarget, limitMs: number): Promise<void> {
  for (const endMs = Date.now() + limitMs; ; await sleep(LOOK_MS)) {
    const busy = await inTasks(target, async (database, schema) => {
      const ofRetries = `locked_by is null and attempts < attempts_max and (crashes > 0 or attempts > 0)`;
      await database.query(`update ${schema}.job set run_at = now() where ${ofRetries} and run_at > now()`);
      const sql = `select task, payload from ${schema}.job
        where attempts < attempts_max and (locked_by is not null or run_at < now() + interval '1 minute')`;
      return (await database.query<{ task: string }>(sql)).rows;
    });
    if (busy.length === 0) return;
    if (Date.now() > endMs) throw new Error(`Work continues: ${JSON.stringify(busy.slice(0, 10))}`);
  }
}

async function givenUp(target: CrashTarget): Promise<readonly string[]> {
  const rows = await inTasks(target, async (database, schema) => {
    const sql = `select task, last_error from ${schema}.job where locked_by is null and attempts >= attempts_max`;
    return (await database.query<{ task: string; last_error: string }>(sql)).rows;
  });
  return rows.map(({ task, last_error: error }) => `${task} was given up: ${error}`);
}

async function inTasks<T>(
  { postgresFolder }: CrashTarget,
  work: (database: Database, schema: string) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const database = new Database({ host: postgresFolder, user: 'lectern', database: 'lectern' });
  await database.connect();
  try {
    const all: T[] = [];
    for (const schema of SCHEMAS) all.push(...(await work(database, schema)));
    return all;
  } finally {
    await database.end();
  }
}

async function checkWork({ kb, other, nua, known }: CrashWorld, failed: string[]): Promise<void> {
  const settled = async (name: string, look: () => Promise<'open' | 'done' | string>, limitMs = SETTLE_MS) => {
    for (const endMs = Date.now() + limitMs; ; await sleep(LOOK_MS)) {
      const state = await look();
      if (state === 'done') return;
      if (state !== 'open') return void failed.push(`${name}: ${state}`);
      if (Date.now() > endMs) return void failed.push(`${name} has not ended`);
    }
  };
  await inParallel([...known.pushes], CONNECTIONS, (processing_id) =>
    settled(`push ${processing_id}`, async () => {
      const record = await nua.api.call(getProcessingRequest, { params: { processing_id } });
      if (record.failed) return JSON.stringify(record);
      return record.completed ? 'done' : 'open';
    }),
  );
  const ended = ({ status, error }: { readonly status: string; readonly error?: string | null }) =>
    status === 'finished' ? 'done' : status === 'errored' ? `errored: ${error}` : 'open';
  await inParallel([...known.exports], CONNECTIONS, (export_id) =>
    settled(`export ${export_id}`, async () => ended(await kb.api(getExportStatus, { params: { export_id } }))),
  );
  await inParallel([...known.imports], CONNECTIONS, (import_id) =>
    settled(`import ${import_id}`, async () => ended(await other.api(getImportStatus, { params: { import_id } }))),
  );
  const labelsMs = SETTLE_MS + known.agentTasks.size * known.resources.size * MS_PER_LABEL;
  const labeled = async (task_id: string) => {
    const { request } = await kb.api(inspectKnowledgeBoxTask, { params: { task_id } });
    if (request?.failed) return String(request.log);
    return request?.completed ? 'done' : 'open';
  };
  const tasks = [...known.agentTasks];
  await inParallel(tasks, tasks.length, (id) => settled(`agents' task ${id}`, () => labeled(id), labelsMs));
}

type Lists = Readonly<Record<'lost' | 'resurrected' | 'failed', string[]>>;

async function checkResources({ kb, known }: CrashWorld, { lost, resurrected, failed }: Lists): Promise<void> {
  await inParallel([...known.resources.values()], CONNECTIONS, async ({ rid, texts, deletion }) => {
    const { status } = await kb.client.send('GET', `${kb.path}/resource/${rid}`);
    if (deletion === 'acknowledged') {
      const found = await kb.find({ query: texts.at(-1) ?? '', features: ['keyword'], show_hidden: true });
      if (status !== 404 || found.best_matches.length > 0) resurrected.push(rid);
      return;
    }
    if (status === 404 && deletion === 'unknown') return;
    if (status !== 200) return void lost.push(`${rid}: ${status}`);
    const { metadata, data } = await kb.resource(rid, { show: ['basic', 'values', 'errors'] });
    if (metadata?.status !== 'PROCESSED') failed.push(`${rid} is ${metadata?.status} ${JSON.stringify(data)}`);
    const body = JSON.stringify(data?.texts?.['a']?.value);
    const held = texts.find((word) => body.includes(word));
    if (held === undefined) return void lost.push(`${rid} has ${body} and not ${texts.join(' or ')}`);
    const found = await kb.find({ query: held, features: ['keyword'], top_k: 20 });
    if (!found.best_matches.some((hit) => hit.startsWith(`${rid}/t/a/`))) lost.push(`${rid} is not found by ${held}`);
  });
}

async function checkFiles({ kb, known }: CrashWorld, lost: string[], failed: string[]): Promise<void> {
  await inParallel([...known.files], CONNECTIONS, async ([place, content]) => {
    const [rid = '', id = ''] = place.split('/');
    const bytes = await kb.download(rid, id).catch((error: unknown) => Buffer.from(String(error)));
    if (digest(bytes) !== digest(content)) lost.push(`file ${place}: ${bytes.toString().slice(0, 100)}`);
    const { metadata, data } = await kb.resource(rid, { show: ['basic', 'errors'] });
    if (metadata?.status !== 'PROCESSED') failed.push(`file ${place} is ${metadata?.status} ${JSON.stringify(data)}`);
  });
}

async function checkConversations({ kb, known }: CrashWorld, lost: string[]): Promise<void> {
  await inParallel([...known.conversations], CONNECTIONS, async ([rid, idents]) => {
    const held: string[] = [];
    for (let page = 1; page <= 100; page += 1) {
      const params = { rid, field_type: 'conversation', field_id: 'talk' } as const;
      const field = await kb.api(getField, { params, query: { page } }).catch(() => undefined);
      const value = field?.value;
      const messages = typeof value === 'object' && value !== null && 'messages' in value ? value.messages : [];
      if (messages.length === 0) break;
      held.push(...messages.map(({ ident }) => ident));
    }
    if (new Set(held).size !== held.length) lost.push(`${rid} has messages twice`);
    for (const ident of idents) if (!held.includes(ident)) lost.push(`message ${ident} of ${rid}`);
  });
}

/** As the sweep would a day later, and minutes after that. @returns how many files it had to remove */
async function sweep(target: CrashTarget): Promise<{ readonly swept: number; readonly unnamed: readonly string[] }> {
  for (const path of filesBelow(target.blobFolder)) utimesSync(path, OLD, OLD);
  const swept = await count(target, []);
  for (let round = 0; round < 60; round += 1) {
    await inTasks(target, async (database, schema) => {
      await database.query(`update ${schema}.job set run_at = now() where task = 'removeUnnamedBlobs'`);
      return [];
    });
    await sleep(LOOK_MS);
    if ((await count(target, ['--dry-run'])) === 0) return { swept, unnamed: [] };
  }
  return { swept, unnamed: [`${await count(target, ['--dry-run'])} files`] };
}

async function count(target: CrashTarget, options: readonly string[]): Promise<number> {
  const { stdout, stderr, code } = await run(target, ['blobs', 'sweep', '--json', ...options]);
  if (code !== 0) throw new Error(stderr);
  const lines = stdout.split('\n').filter(Boolean);
  // As the command prints them.
  return lines.reduce((sum, line) => sum + (JSON.parse(line) as { readonly count: number }).count, 0);
}

async function verify(target: CrashTarget, kb: KnowledgeBoxClient): Promise<string> {
  const { stdout } = await run(target, ['index', 'verify', '--kb', kb.id]);
  return stdout.trim().split('\n').at(-1) ?? '';
}

function run(target: CrashTarget, args: readonly string[]) {
  const { origin, credential } = target.client();
  const token = credential['authorization']?.replace('Bearer ', '') ?? '';
  return lectern(args, { LECTERN_URL: origin, LECTERN_TOKEN: token });
}

function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
