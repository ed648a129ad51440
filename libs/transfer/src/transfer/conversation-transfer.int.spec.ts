import { purgeResource } from '@lectern/contracts/knowledge-box';
import { text } from 'node:stream/consumers';
import { type GivenMessage, newConversation } from '../../fixtures/conversation-row';
import { changedItems, type ItemChange, itemsIn, jsonItem, writeItems } from '../../fixtures/transfer-file';
import { run, TransferWorld } from '../../fixtures/transfer-world';
import type { Frame } from './frame';

const rid = 'ab'.repeat(16);

describe('Conversations in files', () => {
  let world: TransferWorld;
  let kbid: string;
  let target: string;

  beforeAll(async () => {
    world = await TransferWorld.start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    [kbid, target] = [await world.index.newBox(), await world.index.newBox()];
    await world.index.dataSource.query('DELETE FROM knowledge_box_tasks.job');
  });

  const imported = async (file: Parameters<typeof world.newImport>[1]) => {
    const key = await world.newImport(target, file);
    await world.importTask.run(key, run());
    return world.importOf(key);
  };
  const rowsOf = async (box: string) => {
    const rows: object[] = await world.index.dataSource.query(
      `SELECT m.position, m.ident, m.value, m.is_pending, m.errors, md5(e.text) AS text, e.paragraphs, e.understood,
         (SELECT encode(vectors, 'hex') FROM field_vectors v WHERE v.kbid = m.kbid AND v.id = e.id) AS vectors
       FROM conversation_messages m LEFT JOIN extracted_fields e
         ON e.kbid = m.kbid AND e.rid = m.rid AND e.letter = 'c' AND e.id = m.id || '/' || m.ident
       WHERE m.kbid = $1 ORDER BY m.position`,
      [box],
    );
    return JSON.parse(JSON.stringify(rows).replaceAll(box, '{kbid}'));
  };
  const filesOf = async (box: string) => {
    const rows: { keys: string[] }[] = await world.index.dataSource.query(
      'SELECT blob_keys AS keys FROM conversation_messages WHERE kbid = $1 ORDER BY position',
      [box],
    );
    return Promise.all(rows.flatMap(({ keys }) => keys).map(async (key) => text(await world.blobs.read(key))));
  };
  /** The fixture uses `/x` as the address of a file. */
  const withAddresses = (rows: readonly { readonly value: { content: { attachments: object[] } } | null }[]) =>
    rows.map((row) => ({
      ...row,
      value: row.value && { ...row.value, content: { ...row.value.content, attachments: [] } },
    }));

  it('are read and written some messages at a time, with files, deleted ones, and findings of any size', async () => {
    const given = Array.from({ length: 620 }, (_, n): GivenMessage => ({
      ident: `m ${n}`,
      isDeleted: n % 7 === 3,
      isPending: n === 100,
      ...(n === 200 && { text: 'é\u{1f410}'.repeat(400_000) }),
      ...(n % 90 === 0 && { files: [`first of ${n}`, `second of ${n}`] }),
    }));
    await newConversation(world, { kbid, rid }, given);
    const file = await world.exported(kbid);
    expect(await imported(file)).toMatchObject({ status: 'finished', processed: 1, notes: [], reason: null });
    expect(withAddresses(await rowsOf(target))).toEqual(withAddresses(await rowsOf(kbid)));
    expect(await filesOf(target)).toEqual(await filesOf(kbid));
    const states: object[] = await world.index.dataSource.query(
      `SELECT value->>'total' AS total, value->>'pages' AS pages, status FROM fields WHERE kbid = $1`,
      [target],
    );
    const deleted = given.filter(({ isDeleted }) => isDeleted).length;
    expect(states).toEqual([{ total: String(620 - deleted), pages: '4', status: 'PROCESSED' }]);
    const items = async (key: string) =>
      (await itemsIn(world.blobs, key)).map(({ type, payload }) => [type, String(payload)]);
    expect(await items((await world.exported(target)).blobKey)).toEqual(await items(file.blobKey));
  });

  it('replace those of the resource that has the id, whose files are purged', async () => {
    await newConversation(world, { kbid, rid }, [{ ident: 'a', files: ['new'] }]);
    const file = await world.exported(kbid);
    await newConversation(world, { kbid: target, rid }, [{ ident: 'a', files: ['old'] }, { ident: 'b' }]);
    const [{ keys = [] } = {}]: { keys?: string[] }[] = await world.index.dataSource.query(
      `SELECT blob_keys AS keys FROM conversation_messages WHERE kbid = $1 AND ident = 'a'`,
      [target],
    );
    expect((await imported(file)).status).toBe('finished');
    expect(await filesOf(target)).toEqual(['new']);
    const { items } = await world.index.tasks.list({ task: purgeResource.name });
    expect(items.map(({ payload }) => payload)).toEqual([{ kbid: target, rid, version: 0, blobs: keys }]);
  });

  it('are processed as far as the file does not say what was found in them', async () => {
    await newConversation(world, { kbid, rid }, [{ ident: 'a' }, { ident: 'b' }]);
    const { blobKey } = await world.exported(kbid);
    const items = await itemsIn(world.blobs, blobKey);
    const last = items.findLastIndex(({ type }) => type === 'MSG');
    const findings = ['EXT', 'TXT', 'PAR', 'VEC'];
    const less = items.filter(({ type }, i) => i <= last || !findings.includes(type));
    expect((await imported(await writeItems(world.blobs, blobKey, less))).status).toBe('finished');
    expect((await rowsOf(target)).map((row: { is_pending: boolean }) => row.is_pending)).toEqual([false, true]);
    const { items: tasks } = await world.index.tasks.list({ task: 'understandText' });
    expect(tasks.map(({ payload }) => payload)).toEqual([{ kbid: target, rid, letter: 'c', id: 'chat' }]);
  });

  const of = (type: string, change: ItemChange) => (items: readonly Frame[]) => changedItems(items, type, change);
  const repeated = (type: string) => (items: readonly Frame[]) =>
    items.flatMap((item) => (item.type === type ? [item, item] : [item]));
  it.each<[string, (items: readonly Frame[]) => Frame[], RegExp]>([
    [
      'fewer messages than it promises',
      of('FLD', (value: object) => ({ ...value, conversation: { messages: 9 } })),
      /should have 9 messages, and has 2/,
    ],
    [
      'idents that clash',
      of('MSG', (value: { message: object }) => ({ ...value, message: { ...value.message, ident: 'b' } })),
      /MSG at byte \d+ is not valid: the ident b is there twice/,
    ],
    ['a message twice', repeated('MSG'), /is there twice|is not valid/],
    [
      'an ident of a path',
      of('MSG', (value: { message: object }) => ({ ...value, message: { ...value.message, ident: 'a/b' } })),
      /cannot contain "\/"/,
    ],
    ['no text', of('MSG', () => ({ message: { ident: 'a', content: {} } })), /MSG at byte \d+ is not valid/],
    [
      'a file that is not there',
      of('MSG', (value: { attachments: object[] }) => ({
        ...value,
        attachments: value.attachments.map((one) => ({ ...one, binary: 7 })),
      })),
      /bytes of a file of the message a are missing/,
    ],
    [
      'a file twice',
      of('MSG', (value: { attachments: object[] }) => ({
        ...value,
        attachments: [...value.attachments, ...value.attachments],
      })),
      /bytes of a file of the message a are missing/,
    ],
    [
      'a file that nothing names',
      of('MSG', (value: object) => ({ ...value, attachments: [] })),
      /A file of the resource \w+ has no field/,
    ],
    [
      'files out of order',
      of('BIN', (value: object) => ({ ...value, number: 1 })),
      /0 files of its resource came before/,
    ],
    [
      'a message of another kind',
      of('FLD', (value: object) => ({ ...value, letter: 't' })),
      /The field t\/chat has no content/,
    ],
    ['findings of a deleted message', of('MSG', () => ({ deleted: 'a' })), /is not valid|has no field|should have 2/],
    [
      'messages without a conversation',
      (items) => [...items.slice(0, 3), jsonItem('MSG', { deleted: 'x' }), ...items.slice(3)],
      /is not valid|damaged/,
    ],
    [
      'paragraphs that are not in their message',
      of('PAR', ({ paragraphs }: { paragraphs: object[] }) => ({
        paragraphs: paragraphs.map((one) => ({ ...one, end: 99 })),
      })),
      /is not where the text has it/,
    ],
  ])('are refused with %s, and nothing of them is stored', async (_, change, reason) => {
    await newConversation(world, { kbid, rid }, [{ ident: 'a', files: ['bytes'] }, { ident: 'b' }]);
    const { blobKey } = await world.exported(kbid);
    const items = await itemsIn(world.blobs, blobKey);
    const outcome = await imported(await writeItems(world.blobs, blobKey, change(items)));
    expect(outcome).toMatchObject({ status: 'errored', processed: 0, looseBlobs: [] });
    expect(outcome.reason).toMatch(reason);
    for (const table of ['resources', 'fields', 'conversation_messages', 'extracted_fields', 'field_vectors']) {
      const [row] = await world.index.dataSource.query(`SELECT count(*)::int AS rows FROM ${table} WHERE kbid = $1`, [
        target,
      ]);
      expect([table, row.rows]).toEqual([table, 0]);
    }
    expect(await world.purged()).toEqual(
      (await world.blobsBelow(`kb/${target}/import`)).map((name) => expect.stringContaining(name)),
    );
  });
});
