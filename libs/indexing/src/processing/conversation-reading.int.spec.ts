import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import { pagesOf } from '@lectern/contracts/core';
import type { FieldToProcess, ProcessingValue } from '@lectern/contracts/understanding';
import {
  ConversationRepository,
  FieldContentRepository,
  type FieldEntity,
  FieldEnvelope,
  newConversationField,
  PassageRepository,
} from '@lectern/resource-store';
import { masterKeyOf, SecretEnvelope } from '@lectern/secrets';
import { IndexWorld } from '../../fixtures/index-world';
import { paragraph, understood } from '../../../resource-store/fixtures/extracted';
import { longKeywordRecord } from '../puts/keyword-record';
import { LongFields } from '../puts/long-fields';
import { ConversationReading } from './conversation-reading';
import { FieldUnderstanding } from './field-understanding';
import { MessageUnderstanding } from './message-understanding';

const RID = '1'.padStart(32, '0');

describe('the messages of a conversation', () => {
  let world: IndexWorld;
  let reading: ConversationReading;
  let kbid: string;
  let asked: string[];
  let before: (ident: string) => Promise<void>;
  const conversations = new ConversationRepository();
  const run = { signal: new AbortController().signal, alive: () => undefined, onKept: () => undefined };
  const key = () => ({ kbid, rid: RID, id: 'chat' });

  beforeAll(async () => {
    world = await IndexWorld.start();
    async function* stream(_: object, { body }: { body: FieldToProcess }): AsyncGenerator<ProcessingValue> {
      const ident = body.field.id.split('/')[1] ?? '';
      asked.push(ident);
      await before(ident);
      const text = body.text?.body ?? '';
      yield { text, paragraphs: [paragraph(0, [...text].length)] };
      yield { field: understood };
    }
    const bus = Object.assign(new InProcessBus(), { stream });
    const envelope = new FieldEnvelope(new SecretEnvelope([masterKeyOf('secret')]));
    const messages = new MessageUnderstanding(new FieldUnderstanding(bus, envelope, world.blocked));
    reading = new ConversationReading(messages, conversations, world.fields, world.transactions);
  });
  beforeEach(async () => {
    kbid = await world.newBox();
    await world.newResource(kbid, { rid: RID });
    asked = [];
    before = async () => undefined;
  });
  afterEach(async () => {
    for (const table of ['conversation_messages', 'fields', 'extracted_fields', 'unembedded_fields', 'resources'])
      await world.dataSource.query(`DELETE FROM knowledge_box.${table}`);
  });
  afterAll(() => world.stop());

  /** Replaces the conversation. */
  async function put(idents: readonly string[], seqid: number): Promise<FieldEntity> {
    const messages = idents.map((ident) => ({ value: messageOf(ident), blobKeys: [] }));
    const { password: _, messages: __, ...field } = newConversationField('chat', messages);
    const sealed = { ...field, sealedPassword: null, sealedSecrets: null };
    await world.transactions.run(async (tx) => {
      await world.fields.put({ kbid, rid: RID, seqid }, [sealed], tx);
      await conversations.removeAll(key(), tx);
      await conversations.append(key(), { from: 0, seqid, messages }, tx);
    });
    return present();
  }

  async function present(): Promise<FieldEntity> {
    const field = await world.fields.find({ ...key(), letter: 'c' }, world.dataSource.manager);
    if (!field) throw new Error('The field was put');
    return field;
  }

  /** Ids of the indexed messages. */
  async function splits(): Promise<readonly string[]> {
    const rows = await world.fields.listExtracted(kbid, [RID], world.dataSource.manager);
    return rows.filter(({ letter }) => letter === 'c').map(({ id, text }) => `${id}: ${text}`);
  }

  it('are understood one by one, once each', async () => {
    const idents = Array.from({ length: 20 }, (_, i) => `m${i}`);
    const field = await put(idents, 5);
    const outcome = await reading.read(field, run);
    expect(outcome).toMatchObject({
      isEmpty: false,
      content: { text: '', paragraphs: [] },
      understood: { language: 'en' },
    });
    expect([...asked].sort()).toEqual([...idents].sort());
    expect(await splits()).toHaveLength(20);
    await reading.read(field, run);
    expect(asked).toHaveLength(20);
  });

  it('do not keep each other from being found when one fails', async () => {
    const field = await put(['a', 'bad', 'c'], 5);
    before = async (ident) => {
      if (ident === 'bad') throw new AppError('unavailable', 'not now');
    };
    await expect(reading.read(field, run)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await splits()).toEqual(['chat/a: Says a', 'chat/c: Says c']);
    before = async () => undefined;
    asked = [];
    await reading.read(field, run);
    expect(asked).toEqual(['bad']);
  });

  it('are not stored when they are deleted or replaced while they are understood', async () => {
    const field = await put(['a', 'b'], 5);
    before = async (ident) => {
      if (ident === 'a') await world.transactions.run((tx) => conversations.forget(key(), 'a', tx));
    };
    await reading.read(field, run);
    expect(await splits()).toEqual(['chat/b: Says b']);
    const next = await put(['b', 'c'], 6);
    before = async (ident) => {
      if (ident === 'b') await put(['d'], 7);
    };
    await reading.read(next, run);
    before = async () => undefined;
    const last = await present();
    await reading.read(last, run);
    expect(await splits()).toEqual(['chat/d: Says d']);
  });

  it('are put into the index together, however many there are', async () => {
    const count = 1_500;
    await put(
      Array.from({ length: count }, (_, i) => `m${i}`),
      5,
    );
    await world.dataSource.query(
      `INSERT INTO knowledge_box.extracted_fields
       SELECT kbid, rid, 'c', id || '/' || ident, seqid, 'Says ' || ident, jsonb_build_array($1::jsonb), $2, now()
       FROM knowledge_box.conversation_messages`,
      [JSON.stringify(paragraph(0, 6)), JSON.stringify(understood)],
    );
    const contents = new FieldContentRepository();
    const long = new LongFields(world.transactions, world.resources, contents, new PassageRepository());
    const read = jest.spyOn(contents, 'readSplits');
    const found = await long.find({ kbid, rid: RID });
    if (!found) throw new Error('The resource was made above');
    const record = longKeywordRecord(found.resource, found.fields, long.textsOf(found.fields));
    const ids: string[] = [];
    for await (const page of pagesOf(record.paragraphs)) for (const { id, field } of page) ids.push(`${field} ${id}`);
    const own = ids.filter((id) => id.startsWith('c/chat '));
    expect(own).toHaveLength(count);
    expect(own).toContain(`c/chat ${RID}/c/chat/m1499/0-6`);
    expect(read.mock.calls.length).toBeLessThanOrEqual(Math.ceil(count / 100));
    await world.indexes.putLong({ kbid, rid: RID });
    expect((await world.keywords.scroll(kbid, 10)).resources).toMatchObject([{ rid: RID, paragraphs: count + 2 }]);
  });
});

function messageOf(ident: string) {
  const content = { text: `Says ${ident}`, format: 'PLAIN' as const, attachments: [], attachments_fields: [] };
  return { timestamp: null, who: '', to: [], content, ident, type: 'UNSET' as const };
}
