import { randomUUID } from 'node:crypto';
import type { FileFieldValue, FieldLetter } from '@lectern/contracts/knowledge-box';
import { statementsDuring } from '@lectern/testing';
import { boxRow } from '../../fixtures/box-row';
import { paragraph, understood } from '../../fixtures/extracted';
import { resourceRow } from '../../fixtures/resource-row';
import { RowsWorld } from '../../fixtures/rows-world';
import { GraphEdgeEntity } from '../graph/graph-edge.entity';
import { KnowledgeBoxEntity } from '../knowledge-box/knowledge-box.entity';
import { ResourceRepository } from '../resource/resource.repository';
import { VectorsetRepository } from '../vectorset/vectorset.repository';
import { ExtractedFieldEntity, FieldVectorsEntity, UnembeddedFieldEntity } from './field.entity';
import { FieldRepository } from './field.repository';
import { newFileField, newKeyValueField, newTextField, type NewField, type SealedField } from './new-fields';

const rid = 'a'.repeat(32);
const other = 'b'.repeat(32);
const model = { id: 'model', dimensions: 1 };

const sealed = ({ password: _, ...field }: NewField): SealedField => ({
  ...field,
  sealedPassword: null,
  sealedSecrets: null,
});
const text = (id: string, body = 'Tides') => sealed(newTextField(id, { body, format: 'PLAIN' }));

describe('rows of fields', () => {
  const repository = new FieldRepository();
  const resources = new ResourceRepository();
  const vectorsets = new VectorsetRepository();
  let world: RowsWorld;
  let kbid: string;

  beforeAll(async () => {
    world = await RowsWorld.start();
  });
  beforeEach(async () => {
    kbid = randomUUID();
    await world.dataSource.manager.insert(KnowledgeBoxEntity, boxRow(kbid));
    await run((tx) => vectorsets.ensure(kbid, model, tx));
    for (const id of [rid, other]) await run((tx) => resources.insertRow(resourceRow(kbid, id), tx));
  });
  afterAll(() => world.stop());

  const run = <T>(work: Parameters<typeof world.transactions.run<T>>[0]) => world.transactions.run(work);
  const read = <T>(work: Parameters<typeof world.transactions.read<T>>[0]) => world.transactions.read(work);
  const put = (fields: readonly SealedField[], { seqid = 1, to = rid, box = kbid } = {}) =>
    run((tx) => repository.put({ kbid: box, rid: to, seqid }, fields, tx));
  const key = (id: string, letter: FieldLetter = 't', of = rid) => ({ kbid, rid: of, letter, id });
  const find = (id: string, letter: FieldLetter = 't') => read((tx) => repository.find(key(id, letter), tx));
  const extracted = (id: string, members: Partial<ExtractedFieldEntity> = {}): ExtractedFieldEntity => ({
    ...{ ...key(id), seqid: 1, text: `Text of ${id}`, paragraphs: [paragraph(0, 4)], understood },
    ...{ extractedAt: new Date(1_000), ...members },
  });
  const store = (...fields: readonly ExtractedFieldEntity[]) => run((tx) => repository.putExtracted(fields, tx));
  const marks = async () => {
    const rows = await world.dataSource.manager.findBy(UnembeddedFieldEntity, { kbid, rid });
    return rows.map(({ id, vectorset, seqid }) => `${id} ${vectorset} ${seqid}`).toSorted();
  };
  const vectors = (id: string, part: number, seqid = 1): FieldVectorsEntity => ({
    ...{ ...key(id), vectorset: 'model', part, seqid, vectors: Buffer.from([part, seqid]) },
  });
  const storedParts = async (id: string) => {
    const rows = await world.dataSource.manager.findBy(FieldVectorsEntity, { ...key(id) });
    return rows.map(({ part, seqid }) => [part, seqid]).toSorted();
  };

  describe('that are put', () => {
    it('wait to be processed under the number of the change, and replace those of their name', async () => {
      await put([text('a', 'One')]);
      await put([text('a', 'Two')], { seqid: 2 });
      expect(await find('a')).toMatchObject({ status: 'PENDING', seqid: 2, contentSeqid: 2, value: { body: 'Two' } });
    });

    it('are done at once where they are data, which nothing has to read', async () => {
      await put([sealed(newKeyValueField('k', { data: { a: 1 } })), text('a')]);
      expect([(await find('k', 'k'))?.status, (await find('a'))?.status]).toEqual(['PROCESSED', 'PENDING']);
    });

    it('lose the errors of their earlier version', async () => {
      await put([text('a')]);
      const error = { body: 'It broke', code: 1, code_str: 'EXTRACT', created: '', severity: 'ERROR' };
      const outcome = { ...key('a'), seqid: 1, status: 'ERROR', errors: [error], sealedPassword: null };
      // The members of an error do not matter here.
      await run((tx) => repository.setOutcomes([outcome as never], tx));
      expect(await find('a')).toMatchObject({ status: 'ERROR', errors: [error] });
      await put([text('a')], { seqid: 2 });
      expect(await find('a')).toMatchObject({ status: 'PENDING', errors: [] });
    });

    it('are none of another resource, letter or box', async () => {
      await put([text('a')]);
      expect(await find('a', 'f')).toBeUndefined();
      expect(await read((tx) => repository.find(key('a', 't', other), tx))).toBeUndefined();
      expect(await read((tx) => repository.list(randomUUID(), [rid], tx))).toEqual([]);
    });

    it('are listed by letter and id', async () => {
      await put([text('b'), text('a'), sealed(newKeyValueField('z', { data: {} }))]);
      await put([text('c')], { to: other });
      const list = async (...rids: readonly string[]) =>
        (await read((tx) => repository.list(kbid, rids, tx))).map(({ letter, id }) => `${letter}/${id}`);
      expect([await list(rid), await list(other, rid), await list()]).toEqual([
        ['k/z', 't/a', 't/b'],
        ['k/z', 't/a', 't/b', 't/c'],
        [],
      ]);
    });
  });

  describe('that are processed', () => {
    it('have the outcome of the version that is still theirs', async () => {
      await put([text('a')], { seqid: 2 });
      const outcome = (seqid: number) => ({
        ...key('a'),
        seqid,
        status: 'PROCESSED' as const,
        errors: [],
        sealedPassword: null,
      });
      await run((tx) => repository.setOutcomes([outcome(1)], tx));
      expect((await find('a'))?.status).toBe('PENDING');
      await run((tx) => repository.setOutcomes([outcome(2)], tx));
      expect((await find('a'))?.status).toBe('PROCESSED');
    });

    it('wait again when that is wanted, one of them or all, without data', async () => {
      await put([text('a'), text('b'), sealed(newKeyValueField('k', { data: {} }))]);
      await put([text('a')], { to: other });
      await world.dataSource.query(`UPDATE fields SET status = 'PROCESSED' WHERE kbid = $1`, [kbid]);
      const waiting = async () =>
        (
          await read((tx) =>
            repository.listPending(
              [
                { kbid, rid },
                { kbid, rid: other },
              ],
              tx,
            ),
          )
        )
          .map(({ id }) => id)
          .toSorted();
      const set = (of: Parameters<FieldRepository['setPending']>[0], seqid: number) =>
        run((tx) => repository.setPending(of, { seqid }, tx));
      expect((await set(key('b'), 5)).map(({ id, seqid }) => [id, seqid])).toEqual([['b', 5]]);
      expect(await waiting()).toEqual(['b']);
      await set({ kbid, rid }, 6);
      expect(await waiting()).toEqual(['a', 'b']);
      expect(await find('a')).toMatchObject({ seqid: 6, contentSeqid: 1 });
      expect(await set(key('none'), 7)).toEqual([]);
    });

    it('say in their states what they have, without the content', async () => {
      await put([text('a'), text('b'), text('c')]);
      await store(
        extracted('a', { understood: { ...understood, title: 'T', links: ['x'] } }),
        extracted('b', { paragraphs: [] }),
      );
      const states = await read((tx) => repository.listStates(kbid, [rid], tx));
      expect(states.map(({ id, found }) => [id, found?.seqid, found?.isEmpty])).toEqual([
        ['a', 1, false],
        ['b', 1, true],
        ['c', undefined, undefined],
      ]);
      expect(states[0]?.found?.understood).toMatchObject({ title: 'T' });
      expect(states[0]?.found?.understood).not.toHaveProperty('links');
    });

    it('are small texts that wait, to a size', async () => {
      await put([
        text('a'),
        text('b', Array.from({ length: 200 }, randomUUID).join()),
        sealed(newKeyValueField('k', { data: {} })),
      ]);
      const list = async (bytesMax: number) =>
        (await read((tx) => repository.listSmallUnsettled(kbid, [rid], { bytesMax, tx }))).map(({ id }) => id);
      expect([await list(1_000), await list(1_000_000), await list(1)]).toEqual([['a'], ['a', 'b'], []]);
    });
  });

  describe('with results', () => {
    it('have those of the last time, and edges to what they name', async () => {
      const named = (...names: readonly string[]) => ({
        understood: {
          ...understood,
          entities: names.map((name) => ({ text: name, label: 'CITY', positions: [{ start: 0, end: 1 }] })),
        },
      });
      await store(extracted('a', named('Brest', 'Ghent')));
      await store(extracted('a', { ...named('Ghent', 'Ghent'), seqid: 2, text: 'Again' }));
      expect(await read((tx) => repository.findExtracted(key('a'), tx))).toMatchObject({ seqid: 2, text: 'Again' });
      const edges = await world.dataSource.manager.findBy(GraphEdgeEntity, { kbid, letter: 't' });
      expect(edges.map(({ targetValue, seqid }) => [targetValue, seqid])).toEqual([['Ghent', 2]]);
      expect(edges[0]?.place).toEqual({ paragraph_id: `${rid}/t/a/0-4`, kind: 'TEXT' });
    });

    it('are to be embedded in every vectorset, if they have paragraphs', async () => {
      await run((tx) => vectorsets.ensure(kbid, { id: 'second', dimensions: 1 }, tx));
      await store(extracted('a'), extracted('b', { paragraphs: [] }));
      expect(await marks()).toEqual(['a model 1', 'a second 1']);
      await store(extracted('a', { paragraphs: [], seqid: 2 }));
      expect(await marks()).toEqual([]);
    });

    it('are measured by their texts, in bytes', async () => {
      await store(extracted('a', { text: 'ü' }), extracted('b', { text: 'ab' }));
      const bytes = await read((tx) =>
        repository.textBytes(
          [
            { kbid, rid },
            { kbid, rid: other },
          ],
          tx,
        ),
      );
      expect(bytes).toEqual(new Map([[`${kbid}/${rid}`, 4]]));
    });

    it('name their pictures, those of one field or of all', async () => {
      const picture = (k: string) => ({
        name: 'file_thumbnail',
        key: k,
        contentType: 'image/png',
        sizeBytes: 1,
        md5: '',
      });
      await store(
        extracted('a', { understood: { ...understood, pictures: [picture('k1'), picture('k2')] } }),
        extracted('b', { understood: { ...understood, pictures: [picture('k3')] } }),
        extracted('c'),
      );
      const keys = async (field?: { letter: FieldLetter; id: string }) =>
        (await read((tx) => repository.listPictures([{ kbid, rid }], tx, field))).flatMap((one) => one.keys).toSorted();
      expect([await keys(), await keys({ letter: 't', id: 'b' }), await keys({ letter: 'f', id: 'b' })]).toEqual([
        ['k1', 'k2', 'k3'],
        ['k3'],
        [],
      ]);
      expect(await read((tx) => repository.listPictures([], tx))).toEqual([]);
    });

    it('are stored with as many statements for many as for one', async () => {
      const statements = async (count: number) => {
        const some = Array.from({ length: count }, (_, at) => extracted(`f${at}`));
        return (await statementsDuring(world.dataSource, () => store(...some))).length;
      };
      expect(await statements(20)).toBe(await statements(1));
    });
  });

  describe('with vectors', () => {
    it('keep the newest of each part', async () => {
      await run((tx) => repository.putVectors([vectors('a', 0, 3), vectors('a', 1, 3)], tx));
      await run((tx) => repository.putVectors([vectors('a', 0, 2), vectors('a', 1, 4)], tx));
      expect(await storedParts('a')).toEqual([
        [0, 3],
        [1, 4],
      ]);
    });

    it('keep none for a resource or a vectorset that is gone', async () => {
      const gone = [
        { ...vectors('a', 0), rid: 'c'.repeat(32) },
        { ...vectors('a', 0), vectorset: 'none' },
      ];
      await run((tx) => repository.putVectors(gone, tx));
      await run((tx) => vectorsets.markDeleted({ kbid, id: 'model' }, tx));
      await run((tx) => repository.putVectors([vectors('a', 0)], tx));
      expect(await world.dataSource.manager.countBy(FieldVectorsEntity, { kbid })).toBe(0);
    });

    it('are embedded when all of their version are there: without marks, and without parts of a longer version', async () => {
      await store(extracted('a', { seqid: 2 }), extracted('b'));
      await run((tx) => repository.putVectors([vectors('a', 0, 2), vectors('a', 1, 1), vectors('a', 2, 1)], tx));
      const embedded = (seqid: number) => ({ ...key('a'), vectorset: 'model', seqid, parts: 1 });
      await run((tx) => repository.setEmbedded([embedded(1)], tx));
      expect(await marks()).toEqual(['a model 2', 'b model 1']);
      await run((tx) => repository.setEmbedded([embedded(2)], tx));
      expect([await marks(), await storedParts('a')]).toEqual([['b model 1'], [[0, 2]]]);
    });
  });

  describe('of files', () => {
    const file = (id: string, uri: string, blobKey: string | null, md5 = 'm1') => {
      const described = { uri, sizeBytes: 1, contentType: 'text/plain', filename: `${id}.txt`, md5, blobKey };
      return sealed(newFileField(id, described, { now: new Date() }));
    };

    it('are known by their MD5, in their box', async () => {
      await put([file('a', '/kb', 'k', 'm1')]);
      expect(await read((tx) => repository.holderOfFile(kbid, 'm1', tx))).toEqual({ rid, filename: 'a.txt' });
      expect(await read((tx) => repository.holderOfFile(kbid, 'm2', tx))).toBeUndefined();
      expect(await read((tx) => repository.holderOfFile(randomUUID(), 'm1', tx))).toBeUndefined();
    });

    it('that are not kept forget their bytes once they are processed, in the version that is theirs', async () => {
      await put([file('a', '', 'k1'), file('b', '/kb', 'k2')], { seqid: 2 });
      const forget = (id: string, seqid: number) =>
        run((tx) => repository.forgetBytes([{ ...key(id, 'f'), seqid }], tx));
      expect([await forget('a', 1), await forget('b', 2)]).toEqual([[], []]);
      expect(await forget('a', 2)).toEqual([{ kbid, rid, blobKey: 'k1' }]);
      expect([(await find('a', 'f'))?.blobKey, (await find('b', 'f'))?.blobKey]).toEqual([null, 'k2']);
      expect(await forget('a', 2)).toEqual([]);
    });

    it('that are not kept cannot be processed again without their bytes', async () => {
      await put([file('a', '', null), file('b', '', 'k')]);
      const pending = await run((tx) => repository.setPending({ kbid, rid }, { seqid: 3 }, tx));
      expect(pending.map(({ id }) => id)).toEqual(['b']);
    });

    it('may have another value without another version', async () => {
      await put([file('a', '/kb', 'k')]);
      const { value } = (await find('a', 'f')) ?? {};
      const renamed = { ...(value as FileFieldValue), language: 'de' }; // it is that of a file
      await run((tx) => repository.setValue(key('a', 'f'), renamed, tx));
      expect(await find('a', 'f')).toMatchObject({ value: { language: 'de' }, seqid: 1 });
    });
  });

  describe('that are deleted', () => {
    it('take along their results, their edges, vectors and marks, and nothing of others', async () => {
      await put([text('a'), text('ab')]);
      const entities = [{ text: 'Brest', label: 'CITY', positions: [] }];
      for (const id of ['a', 'ab']) await store(extracted(id, { understood: { ...understood, entities } }));
      await run((tx) => repository.putVectors([vectors('a', 0), vectors('ab', 0)], tx));
      await run((tx) => repository.delete(key('a'), tx));
      expect(await find('a')).toBeUndefined();
      expect(await read((tx) => repository.findExtracted(key('a'), tx))).toBeUndefined();
      expect([await storedParts('a'), await marks()]).toEqual([[], ['ab model 1']]);
      const edges = await world.dataSource.manager.findBy(GraphEdgeEntity, { kbid });
      expect(edges.map(({ id }) => id)).toEqual(['ab']);
      expect(await storedParts('ab')).toEqual([[0, 1]]);
    });

    it('are all of a resource, and none of the next', async () => {
      await put([text('a'), text('b')]);
      await put([text('a')], { to: other });
      await run((tx) => repository.deleteAll(kbid, rid, tx));
      expect((await read((tx) => repository.list(kbid, [rid, other], tx))).map((one) => one.rid)).toEqual([other]);
    });
  });
});
