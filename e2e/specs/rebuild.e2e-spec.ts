import {
  deleteAccountKnowledgeBox,
  type IndexWork,
  listIndexDifferences,
  readIndexRuns,
  startIndexRun,
} from '@lectern/contracts/knowledge-box';
import { describeUnless } from '@lectern/testing';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Client as Database } from 'pg';
import { Client, KnowledgeBoxClient, until } from '../harness/client';
import { type CommandResult, lectern } from '../harness/command-line';
import { asRole } from '../harness/credentials';
import { EngineServers, enginesOfRun } from '../harness/engines';
import { inAllModes } from '../harness/in-modes';
import { server } from '../harness/modes';
import { inParallel } from '../harness/parallel';
import { Standalone, temporaryFolder } from '../harness/standalone';

const MODEL = 'minilm-l6';
const RESOURCES = 12;
const CONNECTIONS = 4;

/** Output of `lectern` with this client's credential. */
function commandsOf({ origin, credential }: Client): (...args: string[]) => Promise<CommandResult> {
  const token = String(credential['authorization']).replace('Bearer ', '');
  return (...args) => lectern(args, { LECTERN_URL: origin, LECTERN_TOKEN: token });
}

async function filledBox(root: Client, resources = RESOURCES): Promise<{ kb: KnowledgeBoxClient; rids: string[] }> {
  const kb = await root.createKnowledgeBox();
  const create = (i: number) =>
    kb.createResource(
      { title: `Report ${i}`, texts: { a: { body: `The ibex of valley w${i}q climbs.\n\nIt eats lichen.` } } },
      { wait: 'embedded' },
    );
  return { kb, rids: await inParallel([...Array(resources).keys()], CONNECTIONS, create) };
}

/** Everything that each leg finds, in no order. */
async function found(kb: KnowledgeBoxClient): Promise<string[]> {
  const all = { top_k: 100, min_score: { semantic: -1, bm25: 0 }, show_hidden: true };
  const legs = await Promise.all([
    kb.find({ ...all, query: 'ibex', features: ['keyword'] }),
    kb.find({ ...all, query: 'mountain goats', features: ['semantic'] }),
  ]);
  return legs.flatMap(({ best_matches: hits }, leg) => hits.map((hit) => `${leg} ${hit}`)).sort();
}

const NO_DIFFERENCES = { code: 0, stdout: expect.stringMatching(/verified: no differences\n$/) };
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

inAllModes('rebuilding indexes, %s', (mode) => {
  const root = server(mode);
  const run = commandsOf(root);
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    ({ kb } = await filledBox(root, 6));
  });

  it('is not needed by a box that was just filled', async () => {
    const verified = await run('index', 'verify', '--kb', kb.id);
    expect(verified).toMatchObject(NO_DIFFERENCES);
    expect(verified.stdout).toContain(`${kb.id} keywords: 6 resources and`);
  });

  it('lets searches find all of it throughout, and takes in what is written meanwhile', async () => {
    const before = await found(kb);
    expect(before.length).toBeGreaterThan(6);
    const rebuilding = run('index', 'rebuild', '--kb', kb.id);
    let rebuilt: CommandResult | undefined;
    void rebuilding.then((result) => (rebuilt = result));
    const written: string[] = [];
    while (!rebuilt) {
      expect(await found(kb)).toEqual(expect.arrayContaining(before));
      written.push(await kb.createResource({ texts: { a: { body: 'An ibex that came late.' } } }));
    }
    expect(rebuilt).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^1 knowledge box rebuilt: \d+ resources put/),
    });
    for (const rid of written) await kb.untilEmbedded(rid);
    expect(await run('index', 'verify', '--kb', kb.id)).toMatchObject(NO_DIFFERENCES);
  });

  it('begins from empty on request', async () => {
    const before = await found(kb);
    expect(await run('index', 'rebuild', '--kb', kb.id, '--from-empty')).toMatchObject({ code: 0 });
    expect(await found(kb)).toEqual(before);
    expect(await run('index', 'verify', '--kb', kb.id)).toMatchObject(NO_DIFFERENCES);
  });

  it('calls nothing a difference that is being written', async () => {
    const writing = inParallel([...Array(20).keys()], CONNECTIONS, (i) =>
      kb.createResource({ texts: { a: { body: `The ibex number ${i}` } } }),
    );
    expect(await run('index', 'verify', '--kb', kb.id)).toMatchObject(NO_DIFFERENCES);
    await writing;
  });

  it('calls no change of any kind a difference, once it is indexed', async () => {
    await kb.modify({ hidden_resources_enabled: true });
    const message = (ident: string, text: string) => ({ ident, who: 'Ada', content: { text } });
    const label = (name: string) => ({ classifications: [{ labelset: 'topics', label: name }] });
    const changed = (change: object) => (rid: string) => kb.modifyResource(rid, change);
    const changes: Readonly<Record<string, (rid: string) => Promise<unknown>>> = {
      none: async () => undefined,
      labels: changed({ usermetadata: label('pyrenees') }),
      hidden: changed({ hidden: true }),
      groups: changed({ security: { access_groups: ['climbers'] } }),
      dates: changed({ origin: { created: '2023-05-01T00:00:00' } }),
      title: changed({ title: 'Chamois and marmots' }),
      summary: changed({ summary: 'Animals of the mountains' }),
      text: changed({ texts: { b: { body: 'Marmots sleep in winter.' } } }),
      messages: async (rid) => {
        const path = `${kb.path}/resource/${rid}/conversation/chat/messages`;
        const body = [message('m2', 'On the ridge.'), message('m3', 'I see it.')];
        expect((await kb.client.send('PUT', path, { body })).status).toBe(200);
      },
      'a field is gone': (rid) => kb.client.send('DELETE', `${kb.path}/resource/${rid}/text/b`),
    };
    const create = (name: string) =>
      kb.createResource(
        {
          title: `Ibex and marmots: ${name}`,
          usermetadata: label('alps'),
          origin: { created: '2024-05-01T00:00:00', collaborators: ['ada'] },
          texts: { a: { body: 'The ibex climbs.\n\nEl rebeco salta.' }, b: { body: '# Marmots\n\nThey whistle.' } },
          conversations: { chat: { messages: [message('m1', 'Where is the ibex?')] } },
        },
        { wait: 'embedded' },
      );
    const names = Object.keys(changes);
    const rids = await inParallel(names, CONNECTIONS, create);
    const isDifferent = async () => {
      for (const rid of rids) await kb.untilEmbedded(rid);
      const { stdout } = await run('index', 'verify', '--kb', kb.id);
      return names.filter((_, i) => stdout.includes(String(rids[i])));
    };
    expect(await isDifferent()).toEqual([]);
    await inParallel(Object.values(changes), CONNECTIONS, (change, i) => change(String(rids[i])));
    expect(await isDifferent()).toEqual([]);
    await inParallel(rids, CONNECTIONS, (rid) => kb.deleteResource(rid));
  });

  it('is for those who run the deployment', async () => {
    const owner = (await asRole(kb, 'SOWNER')).client;
    expect((await owner.send('POST', '/admin/index/rebuild', { body: { kb: kb.id } })).status).toBe(403);
    expect((await owner.send('GET', '/admin/index/rebuild')).status).toBe(403);
    expect((await owner.send('GET', '/admin/index/verify/differences')).status).toBe(403);
    expect((await root.send('POST', '/admin/index/shred', { body: {} })).status).toBe(422);
    expect(await root.api.call(listIndexDifferences, { query: { kb: kb.id } })).toHaveProperty('differences');
    const answer = await root.send('GET', `/admin/index/verify/differences?kb=${kb.id}&cursor=x`);
    expect(answer.status).toBe(422);
  });

  it('says what is wrong with a command in a line, and in its exit code', async () => {
    expect(await run('index', 'rebuild', '--kb', kb.account)).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('404: Knowledge Box does not exist'),
    });
    expect(await lectern(['index', 'verify'], { LECTERN_URL: root.origin })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('LECTERN_TOKEN'),
    });
    expect(await lectern(['index', 'verify', '--url', root.origin, '--token', 'x'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('token is not accepted'),
    });
    expect(await lectern(['index', 'verify', '--url', 'http://127.0.0.1:9', '--token', 'x'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('cannot be reached'),
    });
  });
});

describe('indexes that are not what the database says, standalone', () => {
  let folder: string;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;
  let rids: string[];
  let before: string[];

  const root = () => new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` });
  const run = (...args: string[]) => commandsOf(root())(...args);
  const start = async () => {
    standalone = await Standalone.start({ dataDir: folder, env: { EMBEDDER: MODEL } });
    if (kb) kb = kb.as(root());
  };
  const runs = (work: IndexWork) => kb.api(readIndexRuns, { params: { work }, query: { kb: kb.id } });

  beforeAll(async () => {
    folder = await temporaryFolder();
    await start();
    ({ kb, rids } = await filledBox(root()));
    before = await found(kb);
  });
  afterAll(async () => {
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('are filled again by themselves when they are gone', async () => {
    await standalone.stop();
    await rm(join(folder, 'index'), { recursive: true });
    await start();
    const isWhole = async () => (isDeepStrictEqual(await found(kb), before) ? true : undefined);
    await until(isWhole, 'everything is found again', 60_000);
  });

  it('are recreated', async () => {
    expect(await run('index', 'rebuild')).toMatchObject({
      code: 0,
      stdout: `1 knowledge box rebuilt: ${RESOURCES} resources put, 0 removed\n`,
      stderr: expect.stringContaining('rebuild: '),
    });
    expect(await found(kb)).toEqual(before);
    expect(await run('index', 'verify')).toMatchObject(NO_DIFFERENCES);
  });

  it('are recreated from empty when their files are damaged, without a restart', async () => {
    await standalone.stop();
    for (const entry of await readdir(join(folder, 'index'), { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && !entry.name.includes('lock'))
        await writeFile(join(entry.parentPath, entry.name), 'a disk that failed');
    }
    await start();
    expect(await run('index', 'rebuild', '--from-empty')).toMatchObject({ code: 0 });
    expect(await found(kb)).toEqual(before);
    expect(await run('index', 'verify')).toMatchObject(NO_DIFFERENCES);
  });

  it('follow a database that was set back to an earlier state', async () => {
    const [gone = '', older = '', unembedded = ''] = rids;
    const database = new Database({ host: join(folder, 'postgres'), user: 'lectern', database: 'lectern' });
    await database.connect();
    await database.query('SET search_path TO knowledge_box');
    for (const table of ['resources WHERE id', 'extracted_fields WHERE rid', 'field_vectors WHERE rid'])
      await database.query(`DELETE FROM ${table} = $1`, [gone]);
    await database.query('UPDATE resources SET version = version - 1 WHERE id = $1', [older]);
    await database.query('DELETE FROM field_vectors WHERE rid = $1', [unembedded]);
    await database.end();

    const { code, stdout } = await run('index', 'verify');
    expect(code).toBe(1);
    const problems = linesOf(stdout).flatMap((line) => {
      const [, index, rid, problem] = /^\S+ (\S+) ([0-9a-f]{32}) (\w+): /.exec(line) ?? [];
      return rid ? [`${rid} ${index} ${problem}`] : [];
    });
    const everywhere = [
      ...['keywords', MODEL].flatMap((index) => [`${gone} ${index} unknown`, `${older} ${index} ahead`]),
      `${unembedded} ${MODEL} count`,
    ];
    expect(problems.sort()).toEqual(everywhere.sort());

    expect(await run('index', 'rebuild')).toMatchObject({
      code: 0,
      stdout: `1 knowledge box rebuilt: ${RESOURCES - 1} resources put, 1 removed\n`,
    });
    await until(async () => ((await run('index', 'verify')).code === 0 ? true : undefined), 'there are no differences');
    const left = await found(kb);
    expect(left.filter((hit) => hit.includes(gone))).toEqual([]);
    expect(left.filter((hit) => hit.includes(older))).toEqual(before.filter((hit) => hit.includes(older)));
  });

  it('are rebuilt to the end although the process is killed', async () => {
    const started = await kb.api(startIndexRun, { params: { work: 'rebuild' }, body: { kb: kb.id } });
    expect(started.knowledge_boxes).toMatchObject({ total: 1, done: 0, failed: 0 });
    process.kill(standalone.app.pid, 'SIGKILL');
    await start();
    await until(async () => ((await runs('rebuild')).knowledge_boxes.done === 1 ? true : undefined), 'it is rebuilt');
    expect(await runs('rebuild')).toMatchObject({ resources: { total: RESOURCES - 1, done: RESOURCES - 1 }, eta_s: 0 });
    expect(await run('index', 'verify')).toMatchObject(NO_DIFFERENCES);
    expect((await run('index', 'status')).stdout).toContain('rebuild: 0 waiting, 0 running, 1 done, 0 failed');
  });

  it('leave no trace of the rebuild in the database when the box is deleted', async () => {
    await kb.api(deleteAccountKnowledgeBox);
    expect(await run('index', 'verify')).toMatchObject({
      code: 0,
      stdout: '0 knowledge boxes verified: no differences\n',
    });
  });
});

describeUnless(EngineServers.missing(), 'moving from embedded indexes to servers and back, standalone', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs on the same database and blobs as before. */
  async function during<T>(env: Record<string, string>, work: (root: Client) => Promise<T>): Promise<T> {
    const standalone = await Standalone.start({ dataDir: folder, env });
    const root = new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` });
    return work(root).finally(() => standalone.stop());
  }

  async function rebuilt(root: Client, kb: KnowledgeBoxClient): Promise<string[]> {
    const run = commandsOf(root);
    expect(await run('index', 'rebuild')).toMatchObject({ code: 0 });
    expect(await run('index', 'verify')).toMatchObject(NO_DIFFERENCES);
    return found(kb.as(root));
  }

  it('is a change of settings and a rebuild', async () => {
    const { kb, before } = await during({}, async (root) => {
      const { kb } = await filledBox(root);
      return { kb, before: await found(kb) };
    });
    expect(before.length).toBeGreaterThan(RESOURCES);
    const engines = await enginesOfRun();
    // Blobs stay in their folder.
    const env = Object.fromEntries(Object.entries(engines.env).filter(([name]) => !name.startsWith('S3_')));
    try {
      await during(env, async (root) => {
        // A start rebuilds missing indexes by itself: some entries may exist already.
        expect(before).toEqual(expect.arrayContaining(await found(kb.as(root))));
        expect(await rebuilt(root, kb)).toEqual(before);
        await kb.as(root).createResource({ texts: { a: { body: 'An ibex of the servers.' } } }, { wait: 'embedded' });
      });
    } finally {
      await engines.stop();
    }
    await during({}, async (root) => {
      expect(await found(kb.as(root))).toEqual(before);
      expect(await rebuilt(root, kb)).toHaveLength(before.length + 2);
    });
  }, 300_000);
});
