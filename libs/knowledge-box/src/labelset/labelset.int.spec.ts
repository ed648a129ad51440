import { randomUUID } from 'node:crypto';
import { InProcessBus } from '@lectern/bus';
import { validate } from '@lectern/contracts/core';
import { LABELSETS_MAX, LabelsetPayload } from '@lectern/contracts/knowledge-box';
import { LabelsetRepository } from './labelset.repository';
import { type BoxDatabase, boxDatabase } from '../../fixtures/box-database';
import { LabelsetService } from './labelset.service';

describe('labelsets', () => {
  let database: BoxDatabase;
  let labelsets: LabelsetService;
  beforeAll(async () => {
    database = await boxDatabase();
    labelsets = new LabelsetService(
      database.transactions,
      database.boxes,
      new LabelsetRepository(),
      new InProcessBus(),
    );
  });
  afterAll(() => database.close());

  const put = (kbid: string, labelset: string) => labelsets.put({ kbid, labelset }, validate(LabelsetPayload, {}));

  it('are as many as a box may have, also when they are created at the same time', async () => {
    const kbid = await database.createBox();
    await database.dataSource.query(
      `INSERT INTO labelsets SELECT $1, 'l' || n, 't' || n, '', true, '{}', '[]' FROM generate_series(2, $2) n`,
      [kbid, LABELSETS_MAX],
    );
    const settled = await Promise.allSettled(['a', 'b', 'c', 'd'].map((id) => put(kbid, id)));
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(['quota_exceeded', 'quota_exceeded', 'quota_exceeded']);
    await put(kbid, 'l2');
    expect((await labelsets.get({ kbid, labelset: 'l2' })).title).toBe('l2');
    await put(await database.createBox(), 'a');
  });

  it('for paragraphs are found, those that are for resources, too, among them', async () => {
    const kbid = await database.createBox();
    const kinds = { both: ['PARAGRAPHS', 'RESOURCES'], paragraphs: ['PARAGRAPHS'], resources: ['RESOURCES'] };
    for (const [labelset, kind] of Object.entries(kinds))
      await labelsets.put({ kbid, labelset }, validate(LabelsetPayload, { title: labelset, kind }));
    const { labelsets: found } = await labelsets.ofParagraphs(kbid);
    expect(found.toSorted()).toEqual(['both', 'paragraphs']);
    expect(await labelsets.ofParagraphs(await database.createBox())).toEqual({ labelsets: [] });
  });

  it('keep what the database cannot store as another character', async () => {
    const kbid = await database.createBox();
    const payload = { title: 'a\0b', labels: [{ title: '\ud800' }] };
    await labelsets.put({ kbid, labelset: 'a' }, validate(LabelsetPayload, payload));
    const { title, labels } = await labelsets.get({ kbid, labelset: 'a' });
    expect([title, labels[0]?.title]).toEqual(['a\ufffdb', '\ufffd']);
  });

  it('are not created in a box that is gone', async () => {
    await expect(put(randomUUID(), 'a')).rejects.toMatchObject({ code: 'not_found' });
  });
});
