import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FilesystemBlobStore } from '@lectern/blob-store';
import { systemPrincipal, validate } from '@lectern/contracts/core';
import { ConversationFieldPayload, type FieldValue } from '@lectern/contracts/knowledge-box';
import { ConversationRepository, FieldRepository } from '@lectern/resource-store';
import { IndexWorld } from '../../../indexing/fixtures/index-world';
import { unlimitedStock } from '../../../resource-store/fixtures/unlimited-stock';
import { ConversationWriter } from './conversation-writer';
import { MessageWriter } from './message-writer';

const RID = '1'.padStart(32, '0');
const field_id = 'chat';

function messages(...idents: string[]) {
  const sent = idents.map((ident) => ({ ident, content: { text: `Says ${ident}` } }));
  return validate(ConversationFieldPayload, { messages: sent }).messages;
}

describe('messages that are appended', () => {
  let world: IndexWorld;
  let folder: string;
  let writer: ConversationWriter;
  let kbid: string;
  const conversations = new ConversationRepository();
  const fields = new FieldRepository();
  const append = (...idents: string[]) =>
    writer.append({ kbid, rid: RID, field_id }, messages(...idents), systemPrincipal);
  const valueOf = async (): Promise<FieldValue | undefined> =>
    (await fields.find({ kbid, rid: RID, letter: 'c', id: field_id }, world.dataSource.manager))?.value;

  beforeAll(async () => {
    world = await IndexWorld.start();
    folder = await mkdtemp(join(tmpdir(), 'lectern-messages-'));
    const writes = new MessageWriter(new FilesystemBlobStore(folder), unlimitedStock);
    writer = new ConversationWriter(world.changes, fields, conversations, writes, world.ingest);
  });
  beforeEach(async () => {
    kbid = await world.newBox();
    await world.newResource(kbid, { rid: RID });
  });
  afterEach(async () => {
    const tables = ['conversation_messages', 'fields', 'extracted_fields', 'resources'].map(
      (name) => `knowledge_box.${name}`,
    );
    for (const table of [...tables, 'knowledge_box_tasks.job']) await world.dataSource.query(`DELETE FROM ${table}`);
  });
  afterAll(async () => {
    await world.stop();
    await rm(folder, { recursive: true });
  });

  it('are at most 51,200 in a conversation, deleted ones included', async () => {
    await append('first');
    await world.dataSource.query(
      `INSERT INTO knowledge_box.conversation_messages
       SELECT $1, $2, $3, n, 'n' || n, 1, NULL, '{}', '[]', false FROM generate_series(1, 51198) AS n`,
      [kbid, RID, field_id],
    );
    const refusal = 'Conversation fields cannot have more than 51200 messages.';
    await expect(append('a', 'b')).rejects.toMatchObject({ code: 'invalid_request', message: refusal });
    await append('last');
    await expect(append('one more')).rejects.toMatchObject({ code: 'invalid_request', message: refusal });
    expect(await valueOf()).toMatchObject({ pages: 256, size: 200 });
  });

  it('change neither rows nor texts of the messages before', async () => {
    await append('a', 'b');
    const rows = () =>
      world.dataSource.query(`SELECT xmin, ident FROM knowledge_box.conversation_messages WHERE ident IN ('a', 'b')`);
    const before: unknown = await rows();
    await append('c');
    expect(await rows()).toEqual(before);
    expect(await valueOf()).toMatchObject({ pages: 1, total: 3 });
    const pending = await conversations.listPending(
      { kbid, rid: RID, id: field_id },
      { after: -1, limit: 10 },
      world.dataSource.manager,
    );
    expect(pending.map(({ value }) => value.ident)).toEqual(['a', 'b', 'c']);
    expect(await world.tasksOf(RID)).toEqual(['understandText']);
  });

  it('leave no bytes behind when they are refused', async () => {
    await append('a');
    const bytes = Buffer.from('attached');
    const md5 = createHash('md5').update(bytes).digest('hex');
    const file = { filename: 'a.txt', payload: bytes.toString('base64'), md5 };
    const content = { text: '', attachments: [file] };
    const sent = validate(ConversationFieldPayload, { messages: [{ ident: 'a', content }] }).messages;
    await expect(writer.append({ kbid, rid: RID, field_id }, sent, systemPrincipal)).rejects.toMatchObject({
      message: 'Message identifiers must be unique field=chat',
    });
    expect(await filesIn(folder)).toEqual([]);
    const other = sent.map((message) => ({ ...message, ident: 'b' }));
    await writer.append({ kbid, rid: RID, field_id }, other, systemPrincipal);
    expect(await filesIn(folder)).toHaveLength(1);
  });
});

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
