import { LABELSETS_MAX, labelsetsChanged, synonymsChanged } from '@lectern/contracts/knowledge-box';
import {
  KvSchemaRepository,
  LabelsetRepository,
  SearchConfigurationRepository,
  SynonymsRepository,
} from '@lectern/knowledge-box';
import { findEntityRenames, keepEntityRenames } from '@lectern/resource-store';
import { changedItems, type ItemChange, itemsIn, jsonItem, writeItems } from '../../fixtures/transfer-file';
import { run, TransferWorld } from '../../fixtures/transfer-world';
import { Handlers } from '../../../bus/src/handlers';
import type { Frame } from './frame';

const rid = 'ab'.repeat(16);
const question = { id: 'q', question: 'Where?', documents: [], facts: [], answerable: true, groups: [] };
const label = (title: string) => ({ title, related: null, text: null, uri: null });
const year = { key: 'year', type: 'integer', description: '', required: true, range: false, repeated: false } as const;

describe('Documents of a box in a file', () => {
  const labelsets = new LabelsetRepository();
  const synonyms = new SynonymsRepository();
  const schemas = new KvSchemaRepository();
  const configurations = new SearchConfigurationRepository();
  let world: TransferWorld;
  let kbid: string;
  let target: string;

  beforeAll(async () => {
    world = await TransferWorld.start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    [kbid, target] = [await world.index.newBox(), await world.index.newBox()];
    await addLabelset(kbid, 'animals', { title: 'Animals', labels: [label('Ibex')] });
    await inBox((tx) => synonyms.put({ kbid, synonyms: { ibex: ['goat'] } }, tx));
    await inBox((tx) => keepEntityRenames(kbid, [{ group: 'ORG', from: 'ACME', to: 'Acme' }], tx));
    await inBox((tx) => schemas.insert({ kbid, id: 'tour', description: 'Of a tour', fields: [year] }, tx));
    await inBox((tx) => configurations.insert({ kbid, name: 'few', kind: 'find', config: { top_k: 3 } }, tx));
    world.questionSets.splice(0, Infinity, { kbid, title: 'Goats', questions: [question] });
    await world.newFile(kbid, rid);
  });

  const inBox = <T>(work: Parameters<typeof world.index.transactions.run<T>>[0]) => world.index.transactions.run(work);
  const addLabelset = (box: string, id: string, members: object) =>
    inBox((tx) =>
      labelsets.put(
        { kbid: box, id, title: id, color: 'blue', multiple: true, kind: ['RESOURCES'], labels: [], ...members },
        tx,
      ),
    );
  const imported = async (file: Parameters<typeof world.newImport>[1]) => {
    const key = await world.newImport(target, file);
    await world.importTask.run(key, run());
    return world.importOf(key);
  };
  const documentsOf = (box: string) =>
    inBox(async (tx) => {
      const page = { after: '', limit: 50 };
      const all = {
        labelsets: await labelsets.list(box, page, tx),
        synonyms: await synonyms.read(box, tx),
        renames: (await findEntityRenames(box, tx)).renames,
        schemas: await schemas.list(box, tx),
        configurations: await configurations.list(box, page, tx),
      };
      return JSON.parse(JSON.stringify(all).replaceAll(box, '{kbid}'));
    });

  it('are those of the box, in a new one', async () => {
    expect(await imported(await world.exported(kbid))).toMatchObject({ status: 'finished', notes: [] });
    expect(await documentsOf(target)).toEqual(await documentsOf(kbid));
  });

  it('are announced to those who keep them', async () => {
    const handlers = new Handlers();
    const published = [labelsetsChanged, synonymsChanged].map(({ name }) => {
      return new Promise((resolve) => handlers.listen(name, async (event) => resolve(event)));
    });
    await world.bus.serve(handlers);
    await imported(await world.exported(kbid));
    expect(await Promise.all(published)).toEqual([{ kbid: target }, { kbid: target }]);
  });

  it('replace labelsets, schemas and synonyms of their name, and leave the others and all configurations', async () => {
    await addLabelset(target, 'animals', { title: 'Old', labels: [label('Goat')] });
    await addLabelset(target, 'plants', { title: 'Plants' });
    await inBox((tx) => synonyms.put({ kbid: target, synonyms: { ibex: ['old'], dam: ['wall'] } }, tx));
    for (const id of ['tour', 'other'])
      await inBox((tx) => schemas.insert({ kbid: target, id, description: 'Old', fields: [] }, tx));
    await inBox((tx) => configurations.insert({ kbid: target, name: 'few', kind: 'ask', config: {} }, tx));
    expect(await imported(await world.exported(kbid))).toMatchObject({
      status: 'finished',
      notes: [{ resource_id: null, text: 'The search configuration few is the one of the knowledge box.' }],
    });
    const before = await documentsOf(kbid);
    expect(await documentsOf(target)).toMatchObject({
      labelsets: [before.labelsets[0], { id: 'plants', title: 'Plants' }],
      synonyms: { ibex: ['goat'], dam: ['wall'] },
      schemas: [{ id: 'other', description: 'Old' }, before.schemas[0]],
      configurations: [{ name: 'few', kind: 'ask', config: {} }],
    });
    // Importing the same file again changes nothing.
    const after = await documentsOf(target);
    await imported(await world.exported(kbid));
    expect(await documentsOf(target)).toEqual(after);
  });

  it('add sets of questions to those of the box, once, without the answers that they were taken from', async () => {
    const asked = [{ ...question, learning_id: 'an answer' }];
    world.questionSets.splice(0, 1, { kbid, title: 'Goats', questions: asked });
    world.questionSets.push({ kbid: target, title: 'Goats', questions: [] });
    const file = await world.exported(kbid);
    for (let i = 0; i < 2; i += 1) expect(await imported(file)).toMatchObject({ status: 'finished', notes: [] });
    const sets = world.questionSets.filter((set) => set.kbid === target);
    expect(sets.map(({ questions }) => questions)).toEqual([[], [question]]);
  });

  it('name entities as in the file, and as before where the file says nothing', async () => {
    const [old, other] = [
      { group: 'ORG', from: 'ACME', to: 'Acme Ltd.' },
      { group: 'PERSON', from: 'Ada', to: 'Ada Lovelace' },
    ];
    await inBox((tx) => keepEntityRenames(target, [old, other], tx));
    await imported(await world.exported(kbid));
    const { renames: kept } = await inBox((tx) => findEntityRenames(target, tx));
    expect(kept).toEqual(expect.arrayContaining([{ ...old, to: 'Acme' }, other]));
    expect(kept).toHaveLength(2);
  });

  it('leave a title to the labelset that has it, and say so', async () => {
    await addLabelset(target, 'fauna', { title: 'Animals' });
    const { status, notes } = await imported(await world.exported(kbid));
    const text = 'The title of the labelset animals belongs to the labelset fauna; the id is the title instead.';
    expect([status, notes]).toEqual(['finished', [{ resource_id: null, text }]]);
    expect((await documentsOf(target)).labelsets).toMatchObject([{ title: 'animals' }, { title: 'Animals' }]);
    await addLabelset(target, 'third', { title: 'animals' });
    await addLabelset(target, 'animals', { title: 'x' });
    expect((await imported(await world.exported(kbid))).reason).toContain('Other labelsets of the knowledge box');
  });

  const of = (type: string, change: ItemChange) => (items: readonly Frame[]) => changedItems(items, type, change);
  it.each<[string, (items: readonly Frame[]) => Frame[], RegExp]>([
    [
      'labels of which two are the same',
      of('LAB', (value: { labelset: object }) => ({
        ...value,
        labelset: { ...value.labelset, labels: [label('a'), label('A')] },
      })),
      /LAB at byte \d+ is not valid: .*Duplicated labels/,
    ],
    [
      'a labelset without an id',
      of('LAB', ({ labelset }: { labelset: object }) => ({ labelset })),
      /LAB at byte \d+ is not valid/,
    ],
    ['synonyms that are no lists', of('SYN', () => ({ synonyms: { a: 'b' } })), /SYN at byte \d+ is not valid/],
    [
      'a name of an entity without a type',
      of('REN', () => ({ renames: [{ from: 'ACME', to: 'Acme' }] })),
      /REN at byte \d+ is not valid/,
    ],
    [
      'a schema of wrong types',
      of('KVS', (value: object) => ({ ...value, fields: [{ ...year, type: 'number' }] })),
      /KVS at byte \d+ is not valid/,
    ],
    [
      'a schema with a key twice',
      of('KVS', (value: object) => ({ ...value, fields: [year, year] })),
      /KVS at byte \d+ .*unique/,
    ],
    [
      'a schema with another name',
      of('KVS', (value: object) => ({ ...value, id: '__proto__' })),
      /KVS at byte \d+ is not valid/,
    ],
    [
      'a configuration that names another one',
      of('CFG', (value: object) => ({
        ...value,
        configuration: { kind: 'find', config: { search_configuration: 'x' } },
      })),
      /CFG at byte \d+ .*cannot name another one/,
    ],
    [
      'a configuration of no request',
      of('CFG', (value: object) => ({ ...value, configuration: { kind: 'drop', config: {} } })),
      /CFG at byte \d+ is not valid/,
    ],
    [
      'more schemas than a box may have',
      (items) =>
        items.flatMap((item) =>
          item.type !== 'KVS'
            ? [item]
            : Array.from({ length: 21 }, (_, n) => [jsonItem('KVS', { id: `s${n}`, fields: [] }), jsonItem('SUM', 0)])
                .flat()
                .slice(0, -1),
        ),
      /Maximum number of KV schemas \(20\)/,
    ],
    [
      'one document less than it should have',
      (items) => items.filter(({ type }, i) => type !== 'LAB' && items[i - 1]?.type !== 'LAB'),
      /should have 7 documents, and has 6/,
    ],
    [
      'documents in the middle of a resource',
      (items) => items.flatMap((item) => (item.type === 'FLD' ? [jsonItem('SYN', { synonyms: {} }), item] : [item])),
      /damaged|has no field/,
    ],
    [
      'annotations of no field',
      of('RES', (value: object) => ({ ...value, annotations: [{ field: { field_type: 'paint', field: 'a' } }] })),
      /RES at byte \d+ is not valid/,
    ],
    [
      'relations to nowhere',
      of('RES', (value: { payload: object }) => ({
        ...value,
        payload: {
          ...value.payload,
          usermetadata: { relations: [{ relation: 'CHILD', to: { value: 'x', type: 'user' } }] },
        },
      })),
      /RES at byte \d+ .*lead to a node of type resource/,
    ],
  ])('fail with %s, and no resource is stored', async (_, change, reason) => {
    const { blobKey } = await world.exported(kbid);
    const items = await itemsIn(world.blobs, blobKey);
    const outcome = await imported(await writeItems(world.blobs, blobKey, change(items)));
    // Only problems in the last item are found after the resources have been read.
    const isLate = reason.source.startsWith('should have');
    expect(outcome).toMatchObject({ status: 'errored', processed: isLate ? 1 : 0, looseBlobs: [] });
    expect(outcome.reason).toMatch(reason);
  });

  it('fail where the box has no room for them', async () => {
    await world.index.dataSource.query(
      `INSERT INTO labelsets SELECT $1, n, n, 'blue', true, '{RESOURCES}', '[]' FROM generate_series(1, $2::int) n`,
      [target, LABELSETS_MAX],
    );
    const { status, reason } = await imported(await world.exported(kbid));
    expect([status, reason]).toEqual(['errored', expect.stringContaining('at most 1000 labelsets')]);
  });

  it('may be missing: files of version 1 have none, and no checksums', async () => {
    const { blobKey } = await world.exported(kbid);
    const documents = ['SUM', 'LAB', 'SYN', 'REN', 'KVS', 'CFG', 'EVA'];
    const items = (await itemsIn(world.blobs, blobKey)).filter(({ type }) => !documents.includes(type));
    const old = [
      ['LRN', (value: object) => ({ ...value, version: 1 })],
      ['RES', ({ annotations: _, ...value }: { annotations: unknown }) => value],
      [
        'FLD',
        ({ file: { is_discarded: _, ...file }, ...value }: { file: { is_discarded: boolean } }) => ({ ...value, file }),
      ],
      ['END', ({ documents: _, ...value }: { documents: number }) => value],
    ] as const;
    const given = old.reduce<Frame[]>((all, [type, change]) => changedItems(all, type, change), items);
    expect(await imported(await writeItems(world.blobs, blobKey, given))).toMatchObject({
      status: 'finished',
      processed: 1,
    });
    expect(await world.blobsBelow(`kb/${target}/import`)).toHaveLength(1);
  });
});
