import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { systemPrincipal, validate } from '@lectern/contracts/core';
import { FindRequest } from '@lectern/contracts/search';
import { postgresJson } from '@lectern/database';
import { type ActivityWorld, activityWorld } from '../../fixtures/activity-world';
import type { NewActivity } from '../activity/activity.entity';
import { recordedFind } from '../record/recorded-request';

const at = new Date('2026-05-04T10:00:00Z');

describe('journals of activity', () => {
  let world: ActivityWorld;
  let kbid: string;

  beforeAll(async () => {
    world = await activityWorld();
  });
  afterAll(() => world.end());
  beforeEach(() => {
    kbid = randomUUID();
  });

  const line = (row: NewActivity) => `A${postgresJson(row)}\n`;
  const find = (query: string): NewActivity =>
    recordedFind({
      kbid,
      principal: systemPrincipal,
      client: 'api',
      at,
      durationMs: 1,
      request: validate(FindRequest, { query }),
    });

  async function questions(): Promise<string[]> {
    const sql = 'SELECT question FROM activity WHERE kbid = $1 ORDER BY id';
    const rows: { question: string }[] = await world.dataSource.query(sql, [kbid]);
    return rows.map(({ question }) => question);
  }

  /** The state left by a killed process. */
  async function leftBehind(content: string): Promise<{ folder: string; path: string }> {
    const folder = join(world.folder, randomUUID());
    await mkdir(folder);
    const path = join(folder, `${randomUUID()}.journal`);
    await appendFile(path, content);
    await utimes(folder, 0, 0);
    return { folder, path };
  }

  it('of killed processes are written once, without what was unfinished, and removed', async () => {
    const { folder } = await leftBehind(`${line(find('a'))}A{"torn"\n${line(find('b'))}A{"kbid":"`);
    const { orphans } = world.start().journal;
    await orphans.drainAll();
    await orphans.drainAll();
    expect(await questions()).toEqual(['a', 'b']);
    expect(await readdir(world.folder)).not.toContain(folder);
  });

  it('go on where the database is, when a process ended between the two', async () => {
    const first = line(find('a'));
    const { path } = await leftBehind(first + line(find('b')));
    const { drain, orphans } = world.start().journal;
    await drain.drain({ path, sizeBytes: Buffer.byteLength(first), deliveredBytes: 0 }, () => undefined);
    expect(await questions()).toEqual(['a']);
    await orphans.drainAll();
    expect(await questions()).toEqual(['a', 'b']);
  });

  it('that two processes drain at once are written once', async () => {
    const many = Array.from({ length: 1_200 }, (_, i) => String(i));
    const content = many.map((query) => line(find(query))).join('');
    const { path } = await leftBehind(content);
    const file = { path, sizeBytes: Buffer.byteLength(content), deliveredBytes: 0 };
    await Promise.all(
      [world.start(), world.start()].map(({ journal: { drain } }) => drain.drain(file, () => undefined)),
    );
    expect(await questions()).toEqual(many);
  });

  it('of processes that live are left to them', async () => {
    const living = world.start();
    living.recorder.record(() => find('a'));
    const own = (await readdir(world.folder)).map((name) => join(world.folder, name));
    for (const folder of own) await utimes(folder, 0, 0);
    await world.start().journal.orphans.drainAll();
    expect(await questions()).toEqual([]);
    expect(await living.recorder.flush()).toBe(true);
    expect(await questions()).toEqual(['a']);
  });

  it('lose only the row that the database refuses', async () => {
    const { recorder } = world.start();
    // An invalid date, which only a bug could write.
    const wrong = { ...find('wrong'), date: new Date(Number.NaN) };
    for (const row of [find('a'), wrong, find('b')]) recorder.record(() => row);
    expect(await recorder.flush()).toBe(true);
    expect(await questions()).toEqual(['a', 'b']);
  });

  it('take what fits, and refuse feedback that does not', async () => {
    process.env['ACTIVITY_JOURNAL_MB'] = '1';
    const { recorder, journal } = world.start();
    delete process.env['ACTIVITY_JOURNAL_MB'];
    const long = 'x'.repeat(30_000);
    for (let i = 0; i < 50; i += 1) recorder.record(() => ({ ...find(String(i)), answer: long }));
    expect(journal.waitingBytes).toBeLessThanOrEqual(1024 * 1024);
    const feedback = {
      kbid,
      learning_id: 'a',
      date: at,
      task: 'CHAT' as const,
      good: true,
      comment: long,
      text_block_id: null,
      user_id: null,
      user_type: 'sa',
      client_type: 'api',
    };
    await expect(recorder.keep(feedback)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await recorder.flush()).toBe(true);
    expect((await questions()).length).toBeGreaterThan(30);
    await recorder.keep(feedback);
    expect(await recorder.flush()).toBe(true);
  });
});
