import { deleteAccountKnowledgeBox, listTasks } from '@lectern/contracts/knowledge-box';
import { rm } from 'node:fs/promises';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { lectern } from '../harness/command-line';
import { asRole } from '../harness/credentials';
import { inDatabase, tablesNaming } from '../harness/database';
import { Standalone, temporaryFolder } from '../harness/standalone';

describe('work that was given up, standalone', () => {
  let folder: string;
  let standalone: Standalone;
  let kb: KnowledgeBoxClient;

  beforeAll(async () => {
    folder = await temporaryFolder();
    standalone = await Standalone.start({ dataDir: folder });
    kb = await new Client(standalone.origin, { authorization: `Bearer ${standalone.token}` }).createKnowledgeBox();
  });
  afterAll(async () => {
    await standalone.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...args: string[]) => lectern(args, { LECTERN_URL: standalone.origin, LECTERN_TOKEN: standalone.token });

  /** As hours of failures would leave it. */
  async function giveUp(rid: string): Promise<void> {
    const payload = JSON.stringify({ kbid: kb.id, rid });
    await inDatabase(folder, async (database) => {
      await database.query(
        `select knowledge_box_tasks.add_job('processResource', $1, '-', null, 'infinity', 10, null, 0)`,
        [payload],
      );
      await database.query(
        `update knowledge_box_tasks.job set attempts = attempts_max, last_error = 'The engine is away', run_at = now()
        where run_at = 'infinity'`,
      );
    });
  }

  it('is named, and done when it is requested', async () => {
    expect(await run('tasks', 'list')).toEqual({ code: 0, stdout: '', stderr: '' });
    const rid = await kb.createResource({ texts: { a: { body: 'The ibex climbs.' } } }, { wait: 'embedded' });
    await giveUp(rid);
    expect(await run('tasks', 'list')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^\d+ processResource 10\/10 .*: The engine is away\n$/),
    });
    expect(await run('tasks', 'replay')).toMatchObject({ code: 0, stdout: '1 task to be tried again\n' });
    const isDone = async () => (await run('tasks', 'list')).code === 0 || undefined;
    await until(isDone, 'nothing is given up any more');
    expect(await kb.foundTexts({ query: 'ibex', features: ['keyword'] })).toHaveLength(1);
  });

  it('that is done once per interval is known to the database of each service', async () => {
    const known = await inDatabase(folder, async (database) => {
      const schemas = ['knowledge_box', 'search', 'understanding'];
      const tables = schemas.map((schema) => `select task, every from ${schema}_tasks.schedule`);
      const { rows } = await database.query(
        `select task, extract(epoch from every)::int as seconds from (${tables.join(' union all ')}) tasks order by 1`,
      );
      return rows.map(({ task, seconds }) => `${task} ${seconds}`);
    });
    expect(known).toEqual([
      'endGivenUpDatasetTasks 60',
      'findUnnamedBlobs 86400',
      'removeExpiredDownloads 60',
      'removeExpiredPushes 60',
      'removeExpiredTransfers 60',
      'removeExpiredUploads 60',
      'removeOldActivity 3600',
      'removeOldAskTraces 3600',
      'removeOldChanges 3600',
      'repairUnembedded 3600',
      'repairWaitingResources 60',
      'resumeAgentTasks 3600',
      'resumeAnswerScores 3600',
    ]);
  });

  it('can be tried again one by one, by those who run the deployment', async () => {
    expect(await run('tasks', 'replay', '--id', '999999')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('There is no job 999999'),
    });
    const owner = (await asRole(kb, 'SOWNER')).client;
    expect((await owner.send('GET', '/admin/tasks')).status).toBe(403);
    expect((await owner.send('POST', '/admin/tasks/replay', { body: {} })).status).toBe(403);
    expect((await kb.client.send('GET', '/admin/tasks?cursor=x')).status).toBe(422);
  });

  it('shows what is left of a deleted box until nothing is', async () => {
    const box = await kb.client.createKnowledgeBox();
    const rid = await box.createResource({ texts: { a: { body: 'The marmot sleeps.' } } }, { wait: 'embedded' });
    const purges = async () => {
      const { tasks } = await kb.client.api.call(listTasks, { query: { task: 'purgeKnowledgeBox' } });
      return tasks.map(({ payload, state }) => ({ payload, state }));
    };
    await inDatabase(folder, async (database) => {
      await database.query('begin');
      await database.query('lock table knowledge_box.resources in share mode');
      await box.api(deleteAccountKnowledgeBox);
      const running = [{ payload: { kbid: box.id, account: box.account }, state: 'running' }];
      await until(async () => ((await purges())[0]?.state === 'running' ? true : undefined), 'the purge runs');
      expect(await purges()).toEqual(running);
      expect((await box.client.send('GET', `${box.path}/resource/${rid}`)).status).toBe(404);
      await database.query('commit');
    });
    await until(async () => ((await purges()).length === 0 ? true : undefined), 'the purge is done');
    // The activity log knows that nothing of it may come any more.
    // A job removes a minute later what agents may have stored of it.
    const left = (await tablesNaming(folder, box.id)).filter((table) => table !== 'accounts.usage_sums');
    expect(left).toEqual(['search.purged_boxes', 'agents_tasks.job']);
    expect(await tablesNaming(folder, rid)).toEqual([]);
  });
});
