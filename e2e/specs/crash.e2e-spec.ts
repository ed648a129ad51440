import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listResources, listTasks } from '@lectern/contracts/knowledge-box';
import { blobsBelow } from '../harness/blob-files';
import { Client, KnowledgeBoxClient, until } from '../harness/client';
import { tablesNaming } from '../harness/database';
import { inParallel } from '../harness/parallel';
import { printedSeed, seededRandom } from '../harness/seeded-random';
import { Standalone, temporaryFolder } from '../harness/standalone';

const ROUNDS = 3;
const WRITERS = 4;
const KILL_AFTER_MS_MAX = 1_200;
const CONNECTIONS = 8;

const TEXT = { 'content-type': 'text/plain' };

/** The embedded database's server. */
async function databasePid(folder: string): Promise<number | undefined> {
  const file = join(folder, 'postgres', 'data', 'postmaster.pid');
  return existsSync(file) ? Number((await readFile(file, 'utf8')).split('\n')[0]) : undefined;
}

function client(standalone: Standalone): Client {
  return new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` });
}

/** Acknowledged resources, by the word that each is about. */
interface Acknowledged {
  readonly created: Map<string, string>;
  readonly deleted: Map<string, string>;
  readonly attempted: Set<string>;
}

/** Creates, uploads and deletes until the server is gone. */
async function write(kb: KnowledgeBoxClient, known: Acknowledged, random: () => number): Promise<void> {
  for (;;) {
    const word = `w${Math.floor(random() * 2 ** 40).toString(36)}q`;
    known.attempted.add(word);
    const body = `The ${word} sails at dawn.\n\nAnother paragraph follows it.`;
    const request =
      random() < 0.3
        ? kb.client.send('POST', `${kb.path}/upload`, {
            raw: Buffer.from(body),
            headers: { ...TEXT, 'x-filename': `${word}.txt` },
          })
        : kb.client.send('POST', `${kb.path}/resources`, { body: { slug: word, texts: { a: { body } } } });
    const answer = await request.catch(() => undefined);
    if (!answer) return;
    expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
    const { uuid } = answer.body as { uuid: string };
    known.created.set(word, uuid);
    if (random() > 0.15) continue;
    const deletion = await kb.client.send('DELETE', `${kb.path}/resource/${uuid}`).catch(() => undefined);
    known.created.delete(word);
    if (!deletion) return;
    known.deleted.set(word, uuid);
  }
}

/** Finds, and sends feedback, until the server is gone. @param answered gets the finds that were answered */
async function look(kb: KnowledgeBoxClient, round: number, answered: string[]): Promise<void> {
  for (let i = 0; ; i += 1) {
    const query = `find ${round} ${i}`;
    const found = await kb.client.send('POST', `${kb.path}/find`, { body: { query } }).catch(() => undefined);
    if (!found) return;
    // 206 while an index is not complete.
    if (![200, 206].includes(found.status)) continue;
    answered.push(query);
    const body = { ident: query, good: true, task: 'CHAT' };
    const sent = await kb.client.send('POST', `${kb.path}/feedback`, { body }).catch(() => undefined);
    if (sent?.status !== 200) return;
  }
}

/** Questions of all finds that activity has. */
async function recordedFinds(kb: KnowledgeBoxClient): Promise<string[]> {
  const questions: string[] = [];
  for (let after = 0, isMore = true; isMore;) {
    const filters = { question: { like: 'find %' } };
    const pagination = { limit: 100, starting_after: after };
    const body = { year_month: new Date().toISOString().slice(0, 7), filters, pagination };
    const answer = await kb.client.send('POST', `${kb.path}/activity/search/query`, { body });
    const lines = String(answer.body).split('\n').filter(Boolean);
    const rows: { readonly id: number; readonly question: string }[] = lines.map((line) => JSON.parse(line));
    questions.push(...rows.map(({ question }) => question));
    after = rows.at(-1)?.id ?? after;
    isMore = answer.headers.get('has-more') === 'true';
  }
  return questions;
}

/** A kill from outside proves nothing against the work that was done at that time. */
async function expectNothingSetAside(admin: Client): Promise<void> {
  expect((await admin.api.call(listTasks, { query: { state: 'failed' } })).tasks).toEqual([]);
}

describe('kill -9 during ingestion, standalone', () => {
  const seed = printedSeed('of the kills');
  const random = seededRandom(seed);
  const known: Acknowledged = { created: new Map(), deleted: new Map(), attempted: new Set() };
  const answered: string[] = [];
  let folder: string;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    folder = await temporaryFolder();
    standalone = await Standalone.start({ dataDir: folder });
    kb = await client(standalone).createKnowledgeBox();
  });
  afterAll(async () => {
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('loses nothing that was acknowledged, and starts again by itself each time', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const before = known.created.size;
      const writers = Array.from({ length: WRITERS }, () => write(kb, known, random));
      const answeredBefore = answered.length;
      const finds = look(kb, round, answered);
      const hasBoth = () => known.created.size > before && answered.length > answeredBefore;
      await until(async () => hasBoth() || undefined, 'something is acknowledged, and a find answered');
      await sleep(random() * KILL_AFTER_MS_MAX);
      const database = await databasePid(folder);
      process.kill(standalone.app.pid, 'SIGKILL');
      // Every other time the database's server goes down hard, too.
      if (round % 2 === 1 && database) process.kill(database, 'SIGKILL');
      await Promise.all(writers);
      await finds;
      standalone = await Standalone.start({ dataDir: folder });
      kb = new KnowledgeBoxClient(client(standalone), kb.id, kb.account);
    }
    expect(known.created.size).toBeGreaterThanOrEqual(ROUNDS);
    await inParallel([...known.created], CONNECTIONS, async ([word, rid]) => {
      expect([word, (await kb.untilProcessed(rid)).metadata?.status]).toEqual([word, 'PROCESSED']);
    });
    await expectNothingSetAside(kb.client);
  }, 240_000);

  it('makes all of it searchable by itself, and nothing twice', async () => {
    await inParallel([...known.created], CONNECTIONS, async ([word, rid]) => {
      const request = { query: word, features: ['keyword'], top_k: 20 };
      const hits = (await kb.find(request)).best_matches;
      expect(new Set(hits).size).toBe(hits.length);
      const inText = hits.filter((hit) => /\/[tf]\//.test(hit));
      expect([word, inText]).toEqual([word, [expect.stringMatching(new RegExp(`^${rid}/[tf]/[^/]+/0-`))]]);
    });
    const embedded = [...known.created.values()].slice(-10);
    await inParallel(embedded, CONNECTIONS, (rid) => kb.untilEmbedded(rid));
  });

  it('has every find that was answered in the activity, once', async () => {
    const recorded = await until(async () => {
      const finds = await recordedFinds(kb);
      return finds.length >= answered.length ? finds : undefined;
    }, 'all finds are recorded');
    expect(answered.length).toBeGreaterThan(0);
    expect(recorded).toEqual(expect.arrayContaining(answered));
    expect(new Set(recorded).size).toBe(recorded.length);
    // Of each round, at most one find was recorded whose answer did not arrive.
    expect(recorded.length).toBeLessThanOrEqual(answered.length + ROUNDS);
  });

  it('keeps what was deleted deleted, and makes no more than was requested', async () => {
    await inParallel([...known.deleted], CONNECTIONS, async ([word, rid]) => {
      expect([word, (await kb.client.send('GET', `${kb.path}/resource/${rid}`)).status]).toEqual([word, 404]);
      await until(async () => {
        const { best_matches: hits } = await kb.find({ query: word, features: ['keyword'], show_hidden: true });
        return hits.length === 0 ? true : undefined;
      }, `${word} is not found`);
    });
    let listed = 0;
    for (let number = 0, last = false; !last; number++) {
      const { resources, pagination } = await kb.api(listResources, { query: { size: 200, page: number } });
      listed += resources.length;
      last = pagination.last;
    }
    expect(listed).toBeGreaterThanOrEqual(known.created.size);
    expect(listed).toBeLessThanOrEqual(known.attempted.size - known.deleted.size);
  });

  it('keeps every byte of what was uploaded', async () => {
    await inParallel([...known.created], CONNECTIONS, async ([word, rid]) => {
      const { data } = await kb.resource(rid, { show: ['values'] });
      const [id] = Object.keys(data?.files ?? {});
      if (id === undefined) return;
      const content = String(await kb.download(rid, id));
      expect(content).toBe(`The ${word} sails at dawn.\n\nAnother paragraph follows it.`);
    });
  });
});

describe('deleting, standalone', () => {
  let folder: string;
  let standalone: Standalone;
  let root: Client;

  beforeAll(async () => {
    folder = await temporaryFolder();
    standalone = await Standalone.start({ dataDir: folder });
    root = client(standalone);
  });
  afterAll(async () => {
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const upload = (kb: KnowledgeBoxClient, i: number) =>
    kb.upload(Buffer.from(`Ephemeral quokka number ${i}. `.repeat(200)), {
      filename: `${i}.txt`,
      contentType: 'text/plain',
    });
  const gone = async (text: string, kept: readonly string[] = []) => {
    let tables: string[] = [];
    const isGone = async () => {
      tables = (await tablesNaming(folder, text)).filter((table) => !kept.includes(table));
      return tables.length === 0 ? true : undefined;
    };
    await until(isGone, 'no row is left', 30_000).catch(() => expect([text, tables]).toEqual([text, []]));
  };

  it('resources while they are processed leaves nothing but their change log, receipts and activity', async () => {
    const kb = await root.createKnowledgeBox();
    const rids = await Promise.all(Array.from({ length: 12 }, (_, i) => upload(kb, i)));
    // Some before they are touched, some in the midst of it, some when they are done.
    await inParallel(rids, 2, async (rid, i) => {
      await sleep(i * 20);
      await kb.deleteResource(rid);
    });
    const logs = ['knowledge_box.changes', 'knowledge_box.deletion_receipts', 'search.activity'];
    for (const rid of rids) await gone(rid, logs);
    await until(async () => ((await blobsBelow(folder)).length === 0 ? true : undefined), 'no blob is left');
    expect((await kb.find({ query: 'quokka', show_hidden: true, min_score: -1 })).best_matches).toEqual([]);
  });

  it('a box while it is filled leaves nothing in any store but that it is deleted', async () => {
    const kb = await root.createKnowledgeBox();
    await Promise.all(Array.from({ length: 6 }, (_, i) => upload(kb, i)));
    await kb.createResource({ texts: { a: { body: 'A last text' } } });
    expect((await root.send('DELETE', kb.accountPath)).status).toBe(204);
    // A job removes what agents may have stored of it in the meantime, a minute later. What it used stays.
    await gone(kb.id, ['search.purged_boxes', 'agents_tasks.job', 'accounts.usage_sums']);
    await until(async () => ((await blobsBelow(folder)).length === 0 ? true : undefined), 'no blob is left');
    const filesOfBox = async () => (await readdir(folder, { recursive: true })).filter((path) => path.includes(kb.id));
    await until(async () => ((await filesOfBox()).length === 0 ? true : undefined), 'no file is left', 30_000);
  });
});
