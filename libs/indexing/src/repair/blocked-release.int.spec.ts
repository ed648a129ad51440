import { randomUUID } from 'node:crypto';
import { InProcessBus } from '@lectern/bus';
import type { FieldReference } from '@lectern/contracts/knowledge-box';
import type { FieldToProcess, ProcessingValue } from '@lectern/contracts/understanding';
import type { TaskRun } from '@lectern/database';
import {
  ConversationRepository,
  ExtractedFieldEntity,
  FieldEntity,
  FieldEnvelope,
  FieldPartsRepository,
  type NewField,
  newLinkField,
  newTextField,
  ResourceEntity,
  WaitingResourceRepository,
  ChangeLogRepository,
} from '@lectern/resource-store';
import { masterKeyOf, SecretEnvelope } from '@lectern/secrets';
import { paragraph } from '../../../resource-store/fixtures/extracted';
import { IndexWorld } from '../../fixtures/index-world';
import { ConversationReading } from '../processing/conversation-reading';
import { FieldReading } from '../processing/field-reading';
import { FieldUnderstanding } from '../processing/field-understanding';
import { MessageUnderstanding } from '../processing/message-understanding';
import { ProcessingRecorder } from '../processing/processing-recorder';
import { ResourceLoader } from '../processing/resource-loader';
import { ResourceIndexing } from '../puts/resource-indexing';
import { ProcessFieldTask } from '../tasks/process-field.task';
import { ProcessResourceTask } from '../tasks/process-resource.task';
import { ReleaseBlockedTask } from '../tasks/release-blocked.task';
import { BlockedFields } from './blocked-fields';
import { BlockedRelease } from './blocked-release';
import { GivenUpPuts } from './given-up-puts';
import { PendingCheck } from './pending-check';
import { IndexingProgress } from '../puts/indexing-progress';
import { PendingRepair } from './pending-repair';

const understood = {
  summary: '',
  language: 'en',
  languages: ['en'],
  mimeType: '',
  entities: [],
  links: [],
  errors: [],
};
const link = (id: string) =>
  newLinkField(id, { uri: `https://example.org/${id}`, headers: {}, cookies: {}, localstorage: {} }, new Date());

describe('fields of an account that is blocked for processing', () => {
  let world: IndexWorld;
  let kbid: string;
  let asked: FieldToProcess[];
  let fieldTask: ProcessFieldTask;
  let resourceTask: ProcessResourceTask;
  let check: PendingCheck;
  let puts: GivenUpPuts;
  let release: BlockedRelease;
  let releaseTask: ReleaseBlockedTask;

  beforeAll(async () => {
    world = await IndexWorld.start();
    async function* stream(_: object, { body }: { body: FieldToProcess }): AsyncGenerator<ProcessingValue> {
      asked.push(body);
      yield { text: 'something', paragraphs: [paragraph(0, 9)] };
      yield { field: understood };
    }
    const bus = Object.assign(new InProcessBus(), { stream, publish: () => undefined });
    const { transactions, resources, fields, changes, ingest, indexes, tasks, blocked } = world;
    const envelope = new FieldEnvelope(new SecretEnvelope([masterKeyOf('secret')]));
    const understanding = new FieldUnderstanding(bus, envelope, blocked);
    const [parts, stored] = [new FieldPartsRepository(), new ConversationRepository()];
    const loader = new ResourceLoader(transactions, resources, fields);
    const recorder = new ProcessingRecorder(changes, fields, parts, stored, ingest);
    const messages = new MessageUnderstanding(understanding);
    const conversations = new ConversationReading(messages, stored, fields, transactions);
    const reading = new FieldReading(understanding, parts, transactions, conversations);
    fieldTask = new ProcessFieldTask(loader, reading, recorder, ingest, transactions);
    const progress = new IndexingProgress(transactions, new ChangeLogRepository(), bus);
    const indexing = new ResourceIndexing(loader, indexes, recorder, world.extender, progress);
    resourceTask = new ProcessResourceTask(loader, understanding, recorder, indexing, ingest);
    const repair = new PendingRepair(transactions, changes, fields, ingest, recorder);
    check = new PendingCheck(transactions, resources, fields, tasks, repair);
    puts = new GivenUpPuts(transactions, resources, tasks, repair);
    const waiting = new WaitingResourceRepository();
    release = new BlockedRelease(transactions, waiting, tasks, blocked);
    const blockedFields = new BlockedFields(changes, fields, ingest);
    releaseTask = new ReleaseBlockedTask(transactions, waiting, blockedFields, blocked, tasks);
  });
  beforeEach(async () => {
    kbid = await world.newBox();
    asked = [];
  });
  afterEach(async () => {
    await world.block();
    await world.dataSource.query('DELETE FROM knowledge_box_tasks.job');
    await world.dataSource.query('DELETE FROM knowledge_box.resources');
  });
  afterAll(() => world.stop());

  let number = 0;
  async function newResource(fields: readonly NewField[]): Promise<string> {
    const rid = (number += 1).toString(16).padStart(32, '0');
    await world.newResource(kbid, { rid, version: 1 });
    await world.dataSource.manager.delete(ExtractedFieldEntity, { rid });
    await world.changes.apply({ kbid, rid }, { kind: 'modified', by: 'ann' }, async (resource, tx) => {
      const seqid = await world.ingest.nextSeqid(tx);
      const sealed = fields.map(({ password: _, ...field }) => ({
        ...field,
        sealedPassword: null,
        sealedSecrets: null,
      }));
      await world.fields.put({ kbid, rid, seqid }, sealed, tx);
      await world.ingest.understand({ kbid, rid }, fields, { tx });
      return { resource: { ...resource, status: 'PENDING' }, toIndex: 'content' };
    });
    return rid;
  }

  const run: TaskRun = {
    id: '1',
    signal: new AbortController().signal,
    alive: () => undefined,
    attempt: 1,
    attemptsMax: 10,
    isReplay: false,
  };
  const fetchLink = (rid: string, id: string) => {
    const reference: FieldReference = { kbid, rid, letter: 'u', id };
    return fieldTask.fetchLink(reference, run);
  };
  const process = (rid: string) => resourceTask.run({ kbid, rid }, run);
  const fieldOf = (rid: string, id: string) => world.dataSource.manager.findOneByOrFail(FieldEntity, { rid, id });
  const statusOf = async (rid: string) =>
    (await world.dataSource.manager.findOneByOrFail(ResourceEntity, { id: rid })).status;
  const textOf = async (rid: string, id: string) =>
    (await world.dataSource.manager.findOneBy(ExtractedFieldEntity, { rid, id }))?.text;
  const held = async () => (await world.keywords.scroll(kbid, 10)).resources.map(({ paragraphs }) => paragraphs);

  const note = newTextField('note', { body: 'The ibex', format: 'PLAIN' });
  const { signal } = new AbortController();
  const names = async (rid: string) => (await world.tasksOf(rid)).toSorted();
  const countReleases = async () => {
    const { items } = await world.tasks.list({});
    return items.filter(({ task }) => task === 'releaseBlocked').length;
  };

  it('are stored, not processed, and say so; the resource is found by its title', async () => {
    const rid = await newResource([note, link('page')]);
    await world.block('processing');
    await process(rid);
    await fetchLink(rid, 'page');
    await process(rid);
    expect(asked).toEqual([]);
    expect(await statusOf(rid)).toBe('BLOCKED');
    for (const id of ['note', 'page']) {
      const { status, errors } = await fieldOf(rid, id);
      expect([status, errors]).toEqual(['ERROR', [expect.objectContaining({ blocked: true, severity: 'ERROR' })]]);
    }
    expect(await held()).toEqual([1]);
    expect([await check.run(signal), await puts.run(signal)]).toEqual([0, 0]);
  });

  it('keep what was found in them before', async () => {
    const rid = await newResource([link('page')]);
    await fetchLink(rid, 'page');
    await process(rid);
    await world.block('processing');
    await world.transactions.run(async (tx) => {
      const fields = await world.fields.setPending({ kbid, rid }, { seqid: 1_000 + number }, tx);
      await world.ingest.understand({ kbid, rid }, fields, { tx });
    });
    await fetchLink(rid, 'page');
    await process(rid);
    expect([await statusOf(rid), await textOf(rid, 'page')]).toEqual(['BLOCKED', 'something']);
  });

  it('are processed when it is not blocked any more, without anybody asking', async () => {
    const rid = await newResource([note, link('page')]);
    await world.block('processing');
    await process(rid);
    await fetchLink(rid, 'page');
    await process(rid);
    await world.dataSource.query('DELETE FROM knowledge_box_tasks.job');
    expect([await release.run(signal), await countReleases()]).toEqual([0, 0]);
    await releaseTask.run({ kbid }, run);
    expect(await statusOf(rid)).toBe('BLOCKED');

    await world.block();
    expect([await release.run(signal), await release.run(signal), await countReleases()]).toEqual([1, 1, 1]);
    await releaseTask.run({ kbid }, run);
    expect(await statusOf(rid)).toBe('PENDING');
    expect(await names(rid)).toEqual(expect.arrayContaining(['fetchLink', 'processResource']));
    await releaseTask.run({ kbid }, run);
    await process(rid);
    await fetchLink(rid, 'page');
    await process(rid);
    expect([await statusOf(rid), (await fieldOf(rid, 'page')).errors]).toEqual(['PROCESSED', []]);
    expect(await release.run(signal)).toBe(0);
  });

  it('are released for one account alone when that has changed', async () => {
    const rid = await newResource([link('page')]);
    await world.block('processing');
    await fetchLink(rid, 'page');
    await process(rid);
    await world.block();
    await release.changed(randomUUID(), signal);
    expect(await countReleases()).toBe(0);
  });
});
