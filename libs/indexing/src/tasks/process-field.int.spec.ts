import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import type { FieldReference } from '@lectern/contracts/knowledge-box';
import type { FieldToProcess, ProcessingValue, UnderstoodField } from '@lectern/contracts/understanding';
import { InterruptedError, type TaskRun } from '@lectern/database';
import {
  ExtractedFieldEntity,
  FieldEntity,
  FieldEnvelope,
  FieldPartsRepository,
  type NewField,
  newLinkField,
  newTextField,
  ResourceEntity,
  UnembeddedFieldRepository,
  ConversationRepository,
  ChangeLogRepository,
} from '@lectern/resource-store';
import { masterKeyOf, SecretEnvelope } from '@lectern/secrets';
import { statementsDuring } from '@lectern/testing';
import { paragraph } from '../../../resource-store/fixtures/extracted';
import { IndexWorld } from '../../fixtures/index-world';
import { WaitingFindings } from '../resource/waiting-findings';
import { ConversationReading } from '../processing/conversation-reading';
import { FieldReading } from '../processing/field-reading';
import { FieldUnderstanding } from '../processing/field-understanding';
import { MessageUnderstanding } from '../processing/message-understanding';
import { ExpiredWork } from '../repair/expired-work';
import { GivenUpPuts } from '../repair/given-up-puts';
import { PendingCheck } from '../repair/pending-check';
import { PendingRepair } from '../repair/pending-repair';
import { ProcessFieldTask } from './process-field.task';
import { ProcessResourceTask } from './process-resource.task';
import { ProcessingRecorder } from '../processing/processing-recorder';
import { ResourceIndexing } from '../puts/resource-indexing';
import { IndexingProgress } from '../puts/indexing-progress';
import { ResourceLoader } from '../processing/resource-loader';

type Script = (field: FieldToProcess) => AsyncGenerator<ProcessingValue>;

const now = new Date();
const unsealed = { sealedPassword: null, sealedSecrets: null };
const inEnglish = { language: 'en', languages: ['en'] };
const nothingElse = { summary: '', entities: [], links: [], errors: [] };
const understood: UnderstoodField = { ...inEnglish, mimeType: 'text/html', ...nothingElse };
const said = (text: string, from = 0): ProcessingValue => ({
  text,
  paragraphs: [paragraph(from, from + text.length)],
});
const link = (id: string) =>
  newLinkField(id, { uri: `https://example.org/${id}`, headers: {}, cookies: {}, localstorage: {} }, now);

/** Replaces the understanding service: its script has the answer for each field. */
async function* wholly(text: string): AsyncGenerator<ProcessingValue> {
  yield said(text);
  yield { field: understood };
}

describe('fields of a resource', () => {
  let world: IndexWorld;
  let kbid: string;
  let scripts: Record<string, Script>;
  let asked: FieldToProcess[];
  let fieldTask: ProcessFieldTask;
  let resourceTask: ProcessResourceTask;
  let check: PendingCheck;
  let puts: GivenUpPuts;
  let expiredWork: ExpiredWork;
  let findings: WaitingFindings;

  beforeAll(async () => {
    world = await IndexWorld.start();
    const bus = Object.assign(new InProcessBus(), {
      stream: (_: object, { body }: { body: FieldToProcess }) => {
        asked.push(body);
        return (scripts[body.field.id] ?? (() => wholly('something')))(body);
      },
      publish: () => undefined,
    });
    const { transactions, resources, fields, changes, ingest, indexes, tasks } = world;
    const envelope = new FieldEnvelope(new SecretEnvelope([masterKeyOf('secret')]));
    const understanding = new FieldUnderstanding(bus, envelope, world.blocked);
    const parts = new FieldPartsRepository();
    const loader = new ResourceLoader(transactions, resources, fields);
    const stored = new ConversationRepository();
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
    expiredWork = new ExpiredWork(tasks, loader, recorder);
    puts = new GivenUpPuts(transactions, resources, tasks, repair);
    findings = new WaitingFindings(new UnembeddedFieldRepository(), tasks);
  });
  beforeEach(async () => {
    kbid = await world.newBox();
    [scripts, asked] = [{}, []];
  });
  afterEach(async () => {
    await world.dataSource.query('DELETE FROM knowledge_box_tasks.job; DELETE FROM knowledge_box.resources');
  });
  afterAll(() => world.stop());

  let number = 0;
  async function newResource(fields: readonly NewField[]): Promise<string> {
    const rid = (number += 1).toString(16).padStart(32, '0');
    await world.newResource(kbid, { rid, version: 1 });
    await world.dataSource.manager.delete(ExtractedFieldEntity, { rid });
    await put(rid, fields);
    return rid;
  }
  async function put(rid: string, fields: readonly NewField[]): Promise<void> {
    await world.changes.apply({ kbid, rid }, { kind: 'modified', by: 'ann' }, async (resource, tx) => {
      const seqid = await world.ingest.nextSeqid(tx);
      const sealed = fields.map(({ password: _, ...field }) => ({ ...field, ...unsealed }));
      await world.fields.put({ kbid, rid, seqid }, sealed, tx);
      await world.ingest.understand({ kbid, rid }, fields, { tx });
      return { resource: { ...resource, status: 'PENDING' }, toIndex: 'content' };
    });
  }

  const firstRun = { id: '1', attempt: 1, attemptsMax: 10, isReplay: false };
  const run = (more: Partial<TaskRun> = {}): TaskRun => ({
    ...firstRun,
    signal: new AbortController().signal,
    alive: () => undefined,
    ...more,
  });
  const fetchLink = (rid: string, id: string, more?: Partial<TaskRun>) => {
    const reference: FieldReference = { kbid, rid, letter: 'u', id };
    return fieldTask.fetchLink(reference, run(more));
  };
  const process = (rid: string, more?: Partial<TaskRun>) => resourceTask.run({ kbid, rid }, run(more));
  const fieldOf = (rid: string, id: string) => world.dataSource.manager.findOneByOrFail(FieldEntity, { rid, id });
  const statusOf = async (rid: string) =>
    (await world.dataSource.manager.findOneByOrFail(ResourceEntity, { id: rid })).status;
  const foundIn = (rid: string, id: string) => world.dataSource.manager.findOneBy(ExtractedFieldEntity, { rid, id });
  const textOf = async (rid: string, id: string) => (await foundIn(rid, id))?.text;
  const held = async () => (await world.keywords.scroll(kbid, 10)).resources.map(({ paragraphs }) => paragraphs);

  it('are found as soon as each is understood, whatever becomes of the others', async () => {
    scripts['dead'] = async function* () {
      throw new AppError('unavailable', 'example.org does not answer');
    };
    const note = newTextField('note', { body: 'The ibex', format: 'PLAIN' });
    const rid = await newResource([note, link('dead'), link('page')]);
    await process(rid);
    await fetchLink(rid, 'page');
    await expect(fetchLink(rid, 'dead')).rejects.toThrow('does not answer');
    await process(rid);
    expect((await held())[0]).toBe(3);
    expect(await statusOf(rid)).toBe('PENDING');
    const { status, errors } = await fieldOf(rid, 'dead');
    const isFirst: unknown = expect.stringMatching(/1 of 10/);
    expect([status, errors[0]?.severity, errors[0]?.body]).toEqual(['PENDING', 'WARNING', isFirst]);
    await expect(fetchLink(rid, 'dead', { attempt: 10 })).rejects.toThrow('does not answer');
    await process(rid);
    expect([await statusOf(rid), (await fieldOf(rid, 'dead')).status]).toEqual(['ERROR', 'ERROR']);
    expect((await fieldOf(rid, 'page')).status).toBe('PROCESSED');
  });

  it('are pending with their resource until they can be found', async () => {
    const rid = await newResource([link('page')]);
    await fetchLink(rid, 'page');
    expect([await statusOf(rid), (await fieldOf(rid, 'page')).status]).toEqual(['PENDING', 'PROCESSED']);
    await process(rid);
    expect(await statusOf(rid)).toBe('PROCESSED');
  });

  it('go on where an attempt ended, with what was kept', async () => {
    scripts['pages'] = async function* ({ resume }) {
      if (resume === undefined) {
        yield said('First page. ');
        yield { progress: { resume: 'behind the first', pages: 1 } };
        yield said('Lost', 12);
        throw new AppError('unavailable', 'The service was restarted');
      }
      yield said('Second page.', 12);
      yield { field: understood };
    };
    const rid = await newResource([link('pages')]);
    await fetchLink(rid, 'pages');
    expect((await fieldOf(rid, 'pages')).status).toBe('PENDING');
    await fetchLink(rid, 'pages');
    expect(asked.map(({ resume }) => resume)).toEqual([undefined, 'behind the first']);
    expect(await textOf(rid, 'pages')).toBe('First page. Second page.');
    expect(await world.dataSource.query('SELECT FROM knowledge_box.field_parts')).toEqual([]);
  });

  it('begin again when they cannot go on', async () => {
    let isBroken = true;
    scripts['pages'] = async function* ({ resume }) {
      if (resume !== undefined) throw new AppError('invalid_request', 'Another version wrote this');
      yield said('Whole.');
      yield { progress: { resume: 'x', pages: 1 } };
      if (isBroken) throw new AppError('unavailable', 'The service was restarted');
      yield { field: understood };
    };
    const rid = await newResource([link('pages')]);
    await fetchLink(rid, 'pages');
    isBroken = false;
    await fetchLink(rid, 'pages');
    expect(await textOf(rid, 'pages')).toBe('Whole.');
  });

  it('are no longer touched by attempts at what was replaced meanwhile', async () => {
    scripts['page'] = async function* () {
      await put(rid, [link('page')]);
      throw new AppError('unavailable', 'too late');
    };
    const rid = await newResource([link('page')]);
    await expect(fetchLink(rid, 'page', { attempt: 10 })).rejects.toThrow('too late');
    const { status, errors } = await fieldOf(rid, 'page');
    expect([status, errors]).toEqual(['PENDING', []]);
  });

  it('keep what was read of them when they cannot be read again', async () => {
    const rid = await newResource([link('page')]);
    await fetchLink(rid, 'page');
    scripts['page'] = async function* () {
      const error = { code: 1, severity: 'ERROR' as const, text: 'The password is wrong' };
      yield { field: { ...understood, errors: [error] } };
    };
    await world.transactions.run(async (tx) => {
      const seqid = await world.ingest.nextSeqid(tx);
      await world.fields.setPending({ kbid, rid }, { seqid }, tx);
    });
    await fetchLink(rid, 'page');
    expect([(await fieldOf(rid, 'page')).status, await textOf(rid, 'page')]).toEqual(['ERROR', 'something']);
    await put(rid, [link('page')]);
    await fetchLink(rid, 'page');
    expect(await textOf(rid, 'page')).toBe('');
  });

  it('say why an attempt came to nothing when its time was over, and nothing when the process stopped', async () => {
    const ended = (reason: Error) => {
      const ending = new AbortController();
      scripts['page'] = async function* () {
        ending.abort(reason);
        throw reason;
      };
      return fetchLink(rid, 'page', { signal: ending.signal, attempt: 10 }).catch(() => undefined);
    };
    const rid = await newResource([link('page')]);
    await ended(new InterruptedError());
    expect((await fieldOf(rid, 'page')).status).toBe('PENDING');
    await ended(new AppError('deadline_exceeded', 'No progress for 600000 ms'));
    const { status, errors } = await fieldOf(rid, 'page');
    expect([status, errors[0]?.body]).toEqual(['ERROR', expect.stringContaining('No progress for 600000 ms')]);
    delete scripts['page'];
    await fetchLink(rid, 'page', { isReplay: true });
    expect((await fieldOf(rid, 'page')).status).toBe('PROCESSED');
  });

  it('are never pending without a task: it is added again, or they say why it was given up', async () => {
    const rid = await newResource([link('forgotten'), link('given-up')]);
    await world.dataSource.query(
      `DELETE FROM knowledge_box_tasks.job WHERE key LIKE '%forgotten' OR key LIKE 'process:%' OR task LIKE '%embed%'`,
    );
    await world.dataSource.query(
      `UPDATE knowledge_box_tasks.job SET attempts = attempts_max, proofs = 3, last_error = 'It ended processes'
       WHERE key LIKE '%given-up'`,
    );
    expect(await check.run(new AbortController().signal)).toBe(1);
    const [forgotten, givenUp] = [await fieldOf(rid, 'forgotten'), await fieldOf(rid, 'given-up')];
    expect([forgotten.status, givenUp.status]).toEqual(['PENDING', 'ERROR']);
    expect(givenUp.errors[0]?.body).toContain('It ended processes');
    expect([...(await world.tasksOf(rid))].sort()).toEqual(
      ['fetchLink', 'fetchLink', 'processResource', 'updateIndexedResource'].sort(),
    );
    expect(await check.run(new AbortController().signal)).toBe(0);
  });

  it('expire when they wait too long, until they are processed again', async () => {
    const note = newTextField('note', { body: 'The ibex', format: 'PLAIN' });
    const rid = await newResource([note, link('old'), link('new')]);
    const age = (days: number) =>
      world.dataSource.query(
        `UPDATE knowledge_box_tasks.job SET created_at = now() - $1 * interval '1 day' WHERE key LIKE '%/old'`,
        [days],
      );
    const { signal } = new AbortController();
    await age(6.9);
    expect(await expiredWork.run(new Date(), signal)).toBe(0);
    await age(7.1);
    expect(await expiredWork.run(new Date(), signal)).toBe(1);
    expect(await expiredWork.run(new Date(), signal)).toBe(0);
    const { status, errors } = await fieldOf(rid, 'old');
    expect([status, errors]).toEqual(['ERROR', [expect.objectContaining({ expired: true, severity: 'ERROR' })]]);
    expect(errors[0]?.body).toContain('no result within 7 days');

    await process(rid);
    await fetchLink(rid, 'new');
    await process(rid);
    expect(await statusOf(rid)).toBe('EXPIRED');
    expect(await check.run(signal)).toBe(0);

    await world.transactions.run(async (tx) => {
      const seqid = await world.ingest.nextSeqid(tx);
      await world.fields.setPending({ kbid, rid, letter: 'u', id: 'old' }, { seqid }, tx);
    });
    await fetchLink(rid, 'old');
    await process(rid);
    expect(await statusOf(rid)).toBe('PROCESSED');
  });

  describe('of a new resource that are short texts', () => {
    const note = (body: string) => newTextField('note', { body, format: 'PLAIN' });

    it('are read, recorded with the work that follows, and noted as indexed in one statement each', async () => {
      await process(await newResource([note('The first one fills caches')]));
      const rid = await newResource([note('The ibex'), { ...note('The chamois'), id: 'other' }]);
      expect(await statementsDuring(world.dataSource, () => process(rid))).toHaveLength(3);
      expect([await statusOf(rid), (await fieldOf(rid, 'note')).status]).toEqual(['PROCESSED', 'PROCESSED']);
      expect([await textOf(rid, 'other'), (await held()).at(-1)]).toEqual(['something', 3]);
      expect(await world.tasksOf(rid)).toContain('embedResource');
    });

    it('are recorded as the resource is by then when somebody changed it while they were understood', async () => {
      scripts['note'] = async function* () {
        yield said('The ibex climbs');
        await world.changes.apply({ kbid, rid }, { kind: 'modified', by: 'ann' }, async (resource) => ({
          resource: { ...resource, title: 'Changed' },
          toIndex: 'content',
        }));
        yield { field: understood };
      };
      const rid = await newResource([note('The ibex climbs')]);
      await process(rid);
      const { title, status } = await world.dataSource.manager.findOneByOrFail(ResourceEntity, { id: rid });
      expect([title, status, await textOf(rid, 'note')]).toEqual(['Changed', 'PROCESSED', 'The ibex climbs']);
    });

    it('are dropped when somebody replaced them while they were understood', async () => {
      scripts['note'] = async function* () {
        yield said('The old text');
        scripts['note'] = () => wholly('The new text');
        await put(rid, [note('The new text')]);
        yield { field: understood };
      };
      const rid = await newResource([note('The old text')]);
      await process(rid);
      expect([await statusOf(rid), await textOf(rid, 'note')]).toEqual(['PENDING', undefined]);
      await process(rid);
      expect([await statusOf(rid), await textOf(rid, 'note')]).toEqual(['PROCESSED', 'The new text']);
    });
  });

  describe('whose texts could not be put into the index', () => {
    let rid: string;
    const { signal } = new AbortController();
    const waitsFor = () =>
      world.transactions.read(async (tx) => {
        const rows = await world.resources.findMany(kbid, [rid], tx);
        return (await findings.among(kbid, rows, tx)).get(rid);
      });
    const giveUp = (proofs: number) =>
      world.dataSource.query(
        'UPDATE knowledge_box_tasks.job SET attempts = attempts_max, proofs = $1 WHERE serial_by = $2',
        [proofs, `${kbid}/${rid}`],
      );

    beforeEach(async () => {
      rid = await newResource([newTextField('note', { body: 'The ibex', format: 'PLAIN' })]);
      const putting = jest.spyOn(world.keywords, 'put').mockRejectedValue(new Error('The index is away'));
      await expect(process(rid)).rejects.toThrow('The index is away');
      putting.mockRestore();
    });

    it('wait for their words until they are there', async () => {
      expect(await waitsFor()).toBe('words');
      await process(rid);
      await world.dataSource.query('DELETE FROM knowledge_box_tasks.job WHERE serial_by = $1', [`${kbid}/${rid}`]);
      expect([await statusOf(rid), await waitsFor()]).toEqual(['PROCESSED', 'meaning']);
    });

    it('are put again when nobody tries any more', async () => {
      expect(await puts.run(signal)).toBe(0);
      await giveUp(0);
      expect(await puts.run(signal)).toBe(1);
      const turn = `${kbid}/${rid}`;
      expect((await world.tasks.busy([turn])).has(turn)).toBe(true);
      expect(await puts.run(signal)).toBe(0);
    });

    it('are an error when that ended processes, until it is tried again after all', async () => {
      await giveUp(3);
      expect([await puts.run(signal), await puts.run(signal)]).toEqual([1, 0]);
      expect([await statusOf(rid), await waitsFor()]).toEqual(['ERROR', 'words']);
      expect((await world.tasks.busy([rid])).has(rid)).toBe(false);
      await process(rid, { isReplay: true });
      expect(await statusOf(rid)).toBe('PROCESSED');
    });
  });
});
