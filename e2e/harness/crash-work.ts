import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Client, KnowledgeBoxClient } from './client';

/** Each labels all resources, which takes far longer than all other work of a long run. */
const AGENT_TASKS_MAX = 8;
/** After a missing answer. */
const PAUSE_MS = 150;
/** Between two requests of one writer. */
const REST_MS = 20;

/** Possible states of an object: the last acknowledged one, and those sent since then without an answer. */
interface Known {
  readonly rid: string;
  texts: readonly string[];
  /** `unknown`: a deletion was sent and not answered. */
  deletion: 'none' | 'acknowledged' | 'unknown';
}

/** All that was acknowledged, and what may have been done besides. */
export class Acknowledged {
  /** Resources with a text, by id. */
  readonly resources = new Map<string, Known>();
  /** Files by id of their resource and field. */
  readonly files = new Map<string, string>();
  /** Idents of messages by id of their resource. */
  readonly conversations = new Map<string, Set<string>>();
  readonly pushes = new Set<string>();
  readonly exports = new Set<string>();
  readonly imports = new Set<string>();
  readonly agentTasks = new Set<string>();

  get count(): number {
    const { resources, files, conversations, pushes, exports, imports, agentTasks } = this;
    const all = [resources, files, conversations, pushes, exports, imports, agentTasks];
    return all.reduce((sum, { size }) => sum + size, 0);
  }
}

export interface CrashWorld {
  readonly kb: KnowledgeBoxClient;
  /** Target of imports. */
  readonly other: KnowledgeBoxClient;
  readonly nua: Client;
  /** To be imported. */
  readonly boxFile: Buffer;
  readonly known: Acknowledged;
  readonly random: () => number;
}

type Writer = (world: CrashWorld) => Promise<void>;

/** Repeats each kind of work until it is stopped. */
export async function work(world: CrashWorld, stopping: AbortSignal): Promise<void> {
  const loop = async (writer: Writer) => {
    while (!stopping.aborted) {
      // A request without an answer may have been done or not; the writer has noted that before.
      await writer(world).catch(() => sleep(PAUSE_MS));
      await sleep(REST_MS);
    }
  };
  await Promise.all(writers.map(loop));
}

const writers: readonly Writer[] = [create, create, edit, remove, upload, uploadInParts, converse, push, rarely, label];

/** @throws Error when the answer is that it is unavailable; a refusal is a fault of the product or of this harness */
function acknowledged(answer: Answer): Record<string, unknown> {
  // Each writer reads only what its operation answers.
  if (answer.status >= 200 && answer.status < 300) return answer.body as Record<string, unknown>;
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408) throw new Error(`${answer.status}`);
  throw new RefusedError(`${answer.status} ${JSON.stringify(answer.body)}`);
}

/** A failure that no outage explains. */
export class RefusedError extends Error {
  static readonly seen: string[] = [];

  constructor(message: string) {
    super(message);
    RefusedError.seen.push(message);
  }
}

function wordOf(random: () => number): string {
  return `w${Math.floor(random() * 2 ** 45).toString(36)}q`;
}

function pick<T>(all: readonly T[], random: () => number): T | undefined {
  return all[Math.floor(random() * all.length)];
}

async function create({ kb, known, random }: CrashWorld): Promise<void> {
  const word = wordOf(random);
  const body = { texts: { a: { body: `The ${word} sails at dawn.` } } };
  const { uuid } = acknowledged(await kb.client.send('POST', `${kb.path}/resources`, { body }));
  known.resources.set(String(uuid), { rid: String(uuid), texts: [word], deletion: 'none' });
}

async function edit({ kb, known, random }: CrashWorld): Promise<void> {
  const resource = pick(
    [...known.resources.values()].filter(({ deletion }) => deletion === 'none'),
    random,
  );
  if (!resource) return;
  const word = wordOf(random);
  resource.texts = [...resource.texts, word];
  const body = { texts: { a: { body: `The ${word} sails at dusk.` } } };
  acknowledged(await kb.client.send('PATCH', `${kb.path}/resource/${resource.rid}`, { body }));
  resource.texts = [word];
}

async function remove({ kb, known, random }: CrashWorld): Promise<void> {
  const living = [...known.resources.values()].filter(({ deletion }) => deletion === 'none');
  const resource = living.length > 10 ? pick(living, random) : undefined;
  await sleep(100);
  // An edit may be under way: its answer says nothing about later deletions.
  if (!resource || resource.texts.length > 1) return;
  resource.deletion = 'unknown';
  acknowledged(await kb.client.send('DELETE', `${kb.path}/resource/${resource.rid}`));
  resource.deletion = 'acknowledged';
}

async function upload({ kb, known, random }: CrashWorld): Promise<void> {
  const content = `The ${wordOf(random)} is uploaded. ${'x'.repeat(Math.floor(random() * 50_000))}`;
  const headers = { 'content-type': 'text/plain', 'x-filename': 'a.txt' };
  const sent = await kb.client.send('POST', `${kb.path}/upload`, { raw: Buffer.from(content), headers });
  const { uuid, field_id } = acknowledged(sent);
  known.files.set(`${String(uuid)}/${String(field_id)}`, content);
}

/** Where a header says that the file of an upload is. */
const FINISHED = /resources\/([^/]+)\/field\/([^/]+)$/;

/** Two parts, the second of which may be asked for after a kill. */
async function uploadInParts({ kb, known, random }: CrashWorld): Promise<void> {
  const content = Buffer.from(`The ${wordOf(random)} comes in parts. ${'y'.repeat(Math.floor(random() * 50_000))}`);
  const version = { 'tus-resumable': '1.0.0' };
  const begin = await kb.client.send('POST', `${kb.path}/tusupload`, {
    headers: { ...version, 'upload-length': String(content.length), 'upload-metadata': `filename ${btoa('b.txt')}` },
  });
  acknowledged(begin);
  const location = begin.headers.get('location') ?? '';
  const half = Math.floor(content.length / 2);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const state = await kb.client.send('HEAD', location, { headers: version }).catch(() => undefined);
    const offset = Number(state?.headers.get('upload-offset') ?? -1);
    if (!state || state.status >= 500 || offset < 0) {
      await sleep(PAUSE_MS);
      continue;
    }
    const end = offset < half ? half : content.length;
    const headers = { ...version, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
    const raw = content.subarray(offset, end);
    const answer = await kb.client.send('PATCH', location, { raw, headers }).catch(() => undefined);
    const fields = [...(answer?.headers.values() ?? [])].map((value) => FINISHED.exec(value) ?? []);
    const [, rid, id] = fields.find((found) => found.length > 0) ?? [];
    if (rid && id) return void known.files.set(`${rid}/${id}`, content.toString());
    if (!answer) await sleep(PAUSE_MS);
  }
}

async function converse({ kb, known, random }: CrashWorld): Promise<void> {
  let rid = pick([...known.conversations.keys()], random);
  const ident = wordOf(random);
  const message = { ident, who: 'a', to: ['b'], content: { text: `We saw the ${ident}.` } };
  if (rid === undefined || random() < 0.1) {
    const body = { conversations: { talk: { messages: [message] } } };
    rid = String(acknowledged(await kb.client.send('POST', `${kb.path}/resources`, { body }))['uuid']);
    known.conversations.set(rid, new Set([ident]));
    return;
  }
  const path = `${kb.path}/resource/${rid}/conversation/talk/messages`;
  acknowledged(await kb.client.send('PUT', path, { body: [message] }));
  known.conversations.get(rid)?.add(ident);
}

async function push({ nua, known, random }: CrashWorld): Promise<void> {
  const text = `The ${wordOf(random)} is pushed.`;
  const body = { textfield: { a: { body: text, format: 0 } } };
  const { processing_id } = acknowledged(await nua.send('POST', '/processing/push', { body }));
  known.pushes.add(String(processing_id));
  await sleep(200);
}

/** Exports, imports, and runs over the indexes. */
async function rarely({ kb, other, boxFile, known, random }: CrashWorld): Promise<void> {
  await sleep(500 + 1_500 * random());
  const kind = random();
  if (kind < 0.4) {
    const { export_id } = acknowledged(await kb.client.send('POST', `${kb.path}/export`));
    known.exports.add(String(export_id));
  } else if (kind < 0.7) {
    const headers = { 'content-type': 'application/octet-stream' };
    const { import_id } = acknowledged(
      await other.client.send('POST', `${other.path}/import`, { raw: boxFile, headers }),
    );
    known.imports.add(String(import_id));
  } else {
    const path = `/api/v1/admin/index/${kind < 0.85 ? 'rebuild' : 'verify'}`;
    acknowledged(await kb.client.send('POST', path, { body: { kb: kb.id } }));
  }
}

async function label({ kb, known, random }: CrashWorld): Promise<void> {
  await sleep(1_000 + 2_000 * random());
  if (known.agentTasks.size >= AGENT_TASKS_MAX) return;
  const labels = [
    { label: 'ships', description: 'What sails', examples: ['The boat sails at dawn.'] },
    { label: 'talk', description: 'What people say', examples: ['We saw it.'] },
  ];
  const parameters = { name: `l${wordOf(random)}`, on: 1, operations: [{ label: { ident: 'topic', labels } }] };
  const body = { name: 'labeler', apply: 'EXISTING', parameters };
  const { id } = acknowledged(await kb.client.send('POST', `${kb.path}/task/start`, { body }));
  known.agentTasks.add(String(id));
}

/** Of bytes, for comparing large ones. */
export function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
