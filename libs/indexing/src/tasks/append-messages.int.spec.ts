import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import { embedResource, type FieldReference, updateIndexedResource } from '@lectern/contracts/knowledge-box';
import type { FieldToProcess, ProcessingValue } from '@lectern/contracts/understanding';
import {
  ConversationRepository,
  FieldEnvelope,
  FieldPartsRepository,
  newConversationField,
  type ResourceEntity,
  ChangeLogRepository,
} from '@lectern/resource-store';
import { masterKeyOf, SecretEnvelope } from '@lectern/secrets';
import { paragraph, understood } from '../../../resource-store/fixtures/extracted';
import { IndexWorld } from '../../fixtures/index-world';
import { ConversationReading } from '../processing/conversation-reading';
import { FieldReading } from '../processing/field-reading';
import { FieldUnderstanding } from '../processing/field-understanding';
import { MessageUnderstanding } from '../processing/message-understanding';
import { ProcessingRecorder } from '../processing/processing-recorder';
import { ResourceLoader } from '../processing/resource-loader';
import { keywordRecord } from '../puts/keyword-record';
import { ResourceIndexing } from '../puts/resource-indexing';
import { ProcessFieldTask } from './process-field.task';
import { IndexingProgress } from '../puts/indexing-progress';
import { ProcessResourceTask } from './process-resource.task';

const RID = '1'.padStart(32, '0');
const run = {
  signal: new AbortController().signal,
  alive: () => undefined,
  attempt: 1,
  attemptsMax: 10,
  id: '1',
  crashes: 0,
  isReplay: false,
};

describe('messages that come to a conversation', () => {
  let world: IndexWorld;
  let kbid: string;
  let seqid = 10;
  let fieldTask: ProcessFieldTask;
  let resourceTask: ProcessResourceTask;
  const conversations = new ConversationRepository();
  const by = { kind: 'modified', by: 'somebody' } as const;

  beforeAll(async () => {
    world = await IndexWorld.start();
    async function* stream(_: object, { body }: { body: FieldToProcess }): AsyncGenerator<ProcessingValue> {
      const text = body.text?.body ?? '';
      yield { text, paragraphs: [paragraph(0, [...text].length)] };
      yield { field: understood };
    }
    const bus = Object.assign(new InProcessBus(), { stream, publish: () => undefined });
    const { transactions, resources, fields, changes, ingest, indexes, extender } = world;
    const envelope = new FieldEnvelope(new SecretEnvelope([masterKeyOf('secret')]));
    const understanding = new FieldUnderstanding(bus, envelope, world.blocked);
    const parts = new FieldPartsRepository();
    const loader = new ResourceLoader(transactions, resources, fields);
    const recorder = new ProcessingRecorder(changes, fields, parts, conversations, ingest);
    const messages = new MessageUnderstanding(understanding);
    const reading = new ConversationReading(messages, conversations, fields, transactions);
    const fieldReading = new FieldReading(understanding, parts, transactions, reading);
    fieldTask = new ProcessFieldTask(loader, fieldReading, recorder, ingest, transactions);
    const progress = new IndexingProgress(transactions, new ChangeLogRepository(), bus);
    const indexing = new ResourceIndexing(loader, indexes, recorder, extender, progress);
    resourceTask = new ProcessResourceTask(loader, understanding, recorder, indexing, ingest);
  });
  beforeEach(async () => {
    kbid = await world.newBox();
    await world.newResource(kbid, { rid: RID });
    await append('m1', 'm2');
    await understand();
    await index();
    await world.dataSource.query('DELETE FROM knowledge_box_tasks.job');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    const tables = ['conversation_messages', 'fields', 'extracted_fields', 'unembedded_fields', 'resources'];
    for (const table of tables) await world.dataSource.query(`DELETE FROM knowledge_box.${table}`);
    await world.dataSource.query('DELETE FROM knowledge_box_tasks.job');
  });
  afterAll(() => world.stop());

  const key = () => ({ kbid, rid: RID, id: 'chat' });
  const reference = (): FieldReference => ({ kbid, rid: RID, letter: 'c', id: 'chat' });
  const understand = () => fieldTask.understandText(reference(), run);
  const index = () => resourceTask.run({ kbid, rid: RID }, run);
  const resource = async (): Promise<ResourceEntity> => (await world.load(kbid, RID)).resource;

  async function append(...idents: readonly string[]): Promise<void> {
    seqid += 1;
    const messages = idents.map((ident) => ({ value: messageOf(ident), blobKeys: [] }));
    await world.changes.apply({ kbid, rid: RID }, by, async (before, tx) => {
      const from = await conversations.countAppended(key(), tx);
      if (from === 0) {
        const { password: _, messages: __, ...field } = newConversationField('chat', messages);
        await world.fields.put(
          { kbid, rid: RID, seqid },
          [{ ...field, sealedPassword: null, sealedSecrets: null }],
          tx,
        );
      }
      await conversations.append(key(), { from, seqid, messages }, tx);
      await world.fields.setPending({ ...key(), letter: 'c' }, { seqid }, tx);
      return { resource: { ...before, status: 'PENDING' }, toIndex: 'nothing' };
    });
  }

  /** Messages in the keyword index. */
  async function indexed(): Promise<readonly string[]> {
    const query = { terms: [], phrases: [], excluded: [], limit: 100 };
    const { hits } = await world.keywords.search(kbid, query);
    return hits.flatMap(({ id }) => (id.includes('/c/chat/') ? [id.split('/')[3] ?? ''] : [])).sort();
  }

  async function held() {
    return (await world.keywords.scroll(kbid, 10)).resources[0];
  }

  it('are added to what the index holds, which is not put again', async () => {
    const put = jest.spyOn(world.keywords, 'put');
    await append('m3');
    await understand();
    await index();
    expect(await indexed()).toEqual(['m1', 'm2', 'm3']);
    expect(put).not.toHaveBeenCalled();
    expect(await resource()).toMatchObject({ status: 'PROCESSED' });
    expect(await conversations.listUnindexed(kbid, RID, world.dataSource.manager)).toEqual([]);
  });

  it('are embedded apart from the others, whose dates follow later', async () => {
    await append('m3');
    await understand();
    await index();
    const { items } = await world.tasks.list({});
    const waiting = items.map(({ task, runAt, payload }) => [task, runAt > new Date(Date.now() + 60_000), payload]);
    expect(waiting).toContainEqual([updateIndexedResource.name, true, { kbid, rid: RID }]);
    expect(waiting).toContainEqual([embedResource.name, false, { kbid, rid: RID, onlyWhereLacking: true }]);
  });

  it('are added again after a crash before they were noted', async () => {
    await append('m3');
    await understand();
    await world.extender.extend({ kbid, rid: RID });
    await append('m4');
    await understand();
    await index();
    expect(await indexed()).toEqual(['m1', 'm2', 'm3', 'm4']);
    const { version } = await resource();
    expect(await held()).toMatchObject({ version: version - 1, paragraphs: 6 });
  });

  it('are put with all others when the index fails, lost the resource or holds an older one', async () => {
    await append('m3');
    await understand();
    const failure = new AppError('unavailable', 'away');
    jest.spyOn(world.keywords, 'extend').mockRejectedValueOnce(failure);
    await expect(index()).rejects.toBe(failure);
    await world.keywords.drop(kbid);
    await index();
    expect(await indexed()).toEqual(['m1', 'm2', 'm3']);
    await append('m4');
    await understand();
    const { resource: now, extracted } = await world.load(kbid, RID);
    await world.keywords.drop(kbid);
    await world.keywords.put(kbid, [keywordRecord({ ...now, version: 2 }, extracted.slice(0, 1))]);
    await index();
    expect(await indexed()).toEqual(['m1', 'm2', 'm3', 'm4']);
  });

  it('are put with all others when something else has changed, too', async () => {
    await world.changes.apply({ kbid, rid: RID }, by, async (before) => ({
      resource: { ...before, title: 'Another title' },
      toIndex: 'content',
    }));
    await append('m3');
    await understand();
    const extend = jest.spyOn(world.keywords, 'extend');
    await index();
    expect(extend).not.toHaveBeenCalled();
    expect(await indexed()).toEqual(['m1', 'm2', 'm3']);
    await append('m4');
    await understand();
    await index();
    expect(extend).toHaveBeenCalledTimes(1);
    expect(await indexed()).toEqual(['m1', 'm2', 'm3', 'm4']);
  });

  it('that were there and are understood again replace what was found before', async () => {
    await world.transactions.run((tx) =>
      world.fields.setPendingWhole({ ...key(), letter: 'c' }, { seqid: (seqid += 1) }, tx),
    );
    await understand();
    const extend = jest.spyOn(world.keywords, 'extend');
    await index();
    expect(extend).not.toHaveBeenCalled();
    expect(await indexed()).toEqual(['m1', 'm2']);
  });

  it('are added to a resource that changes meanwhile in its last version', async () => {
    await append('m3');
    await understand();
    const extend = world.keywords.extend.bind(world.keywords);
    jest.spyOn(world.keywords, 'extend').mockImplementationOnce(async (box, extensions) => {
      const restricted = { accessGroups: ['/hr'] };
      await world.changes.apply({ kbid, rid: RID }, by, async (before) => ({
        resource: { ...before, ...restricted },
        toIndex: 'metadata',
      }));
      await world.indexes.update(kbid, [RID]);
      return extend(box, extensions);
    });
    await index();
    expect(await indexed()).toEqual(['m1', 'm2', 'm3']);
    const query = { terms: [], phrases: [], excluded: [], limit: 100, filter: { visibleTo: [] } };
    expect((await world.keywords.search(kbid, query)).hits).toEqual([]);
  });
});

function messageOf(ident: string) {
  const content = { text: `Says ${ident}`, format: 'PLAIN' as const, attachments: [], attachments_fields: [] };
  return { timestamp: null, who: '', to: [], content, ident, type: 'UNSET' as const };
}
