import { randomUUID } from 'node:crypto';
import type { ConversationMessage } from '@lectern/contracts/knowledge-box';
import { paragraph, understood } from '../../fixtures/extracted';
import { RowsWorld } from '../../fixtures/rows-world';
import { ExtractedFieldEntity } from '../field/field.entity';
import { FieldRepository } from '../field/field.repository';
import { ConversationRepository } from './conversation.repository';
import { splitId } from './split';

const rid = 'a'.repeat(32);

function message(ident: string, text = `Text of ${ident}`): ConversationMessage {
  const content = { text, format: 'PLAIN' as const, attachments: [], attachments_fields: [] };
  return { timestamp: null, who: 'ann', to: [], content, ident, type: 'UNSET' };
}

describe('messages of conversations', () => {
  const repository = new ConversationRepository();
  const fields = new FieldRepository();
  let world: RowsWorld;
  let kbid: string;

  beforeAll(async () => {
    world = await RowsWorld.start();
  });
  beforeEach(() => (kbid = randomUUID()));
  afterAll(() => world.stop());

  const key = (members: Partial<{ kbid: string; rid: string; id: string }> = {}) => ({
    kbid,
    rid,
    id: 'chat',
    ...members,
  });
  const append = (idents: readonly string[], { seqid = 1, of = key(), blobKeys = [] as string[] } = {}) =>
    world.transactions.run(async (tx) => {
      const from = await repository.countAppended(of, tx);
      const messages = idents.map((ident) => ({ value: message(ident), blobKeys }));
      await repository.append(of, { from, seqid, messages }, tx);
    });
  const read = <T>(work: Parameters<typeof world.transactions.read<T>>[0]) => world.transactions.read(work);
  const run = <T>(work: Parameters<typeof world.transactions.run<T>>[0]) => world.transactions.run(work);
  const listed = async (of = key(), from = 0, to = 100) =>
    (await read((tx) => repository.list(of, { from, to }, tx))).map(({ ident }) => ident);
  const pending = async (after = -1, limit = 100) =>
    (await read((tx) => repository.listPending(key(), { after, limit }, tx))).map(({ position }) => position);
  const end = (
    positions: readonly number[],
    seqid = 1,
    errors: { text: string; code: number; severity: 'WARNING' }[] = [],
  ) =>
    run((tx) =>
      repository.end(
        key(),
        positions.map((position) => ({ position, seqid, errors })),
        tx,
      ),
    );
  /** Results of a message. */
  const store = (ident: string, { seqid = 1, paragraphs = 1 } = {}) => {
    const found: ExtractedFieldEntity = {
      ...{
        kbid,
        rid,
        letter: 'c',
        id: splitId('chat', ident),
        seqid,
        text: ident,
        understood,
        extractedAt: new Date(),
      },
      paragraphs: Array.from({ length: paragraphs }, (_, at) => paragraph(at)),
    };
    return run((tx) => fields.putExtracted([found], tx));
  };

  it('are in the order in which they were appended, in positions from 0', async () => {
    await append(['b', 'a']);
    await append(['c']);
    expect(await listed()).toEqual(['b', 'a', 'c']);
    expect(await read((tx) => repository.countAppended(key(), tx))).toBe(3);
    expect(await listed(key(), 1, 1)).toEqual(['a']);
  });

  it('are stored as they are, in any script', async () => {
    const value = message('🦊', 'ünïcode "\\ 🌊'.repeat(10_000));
    await run((tx) => repository.append(key(), { from: 0, seqid: 1, messages: [{ value, blobKeys: ['k1'] }] }, tx));
    expect(await read((tx) => repository.find(key(), '🦊', tx))).toMatchObject({
      value,
      blobKeys: ['k1'],
      isPending: true,
    });
  });

  it('of no conversation are none', async () => {
    await run((tx) => repository.append(key(), { from: 0, seqid: 1, messages: [] }, tx));
    expect([await listed(), await read((tx) => repository.countAppended(key(), tx))]).toEqual([[], 0]);
  });

  it('of other conversations, resources and boxes are neither read nor changed', async () => {
    const others = [key({ id: 'chat2' }), key({ rid: 'b'.repeat(32) }), key({ kbid: randomUUID() })];
    await append(['mine'], { blobKeys: ['mine'] });
    for (const of of others) await append(['theirs'], { of, blobKeys: ['theirs'] });
    expect(await run((tx) => repository.forget(key(), 'theirs', tx))).toBeUndefined();
    expect(await run((tx) => repository.removeAll(key(), tx))).toEqual(['mine']);
    for (const of of others) expect(await listed(of)).toEqual(['theirs']);
  });

  it('have idents that no other message has or had', async () => {
    await append(['a', 'b']);
    await run((tx) => repository.forget(key(), 'a', tx));
    const taken = (...idents: readonly string[]) => read((tx) => repository.findTaken(key(), idents, tx));
    expect([await taken('x', 'b', 'a'), await taken('a'), await taken('x'), await taken()]).toEqual([
      'a',
      'a',
      undefined,
      undefined,
    ]);
    await expect(append(['b'])).rejects.toThrow('duplicate key');
  });

  it('that two append at the same time never share a position', async () => {
    await append(['first']);
    const results = await Promise.allSettled([append(['one']), append(['two'])]);
    const appended = results.filter(({ status }) => status === 'fulfilled').length;
    expect(await listed()).toHaveLength(1 + appended);
    expect(await read((tx) => repository.countAppended(key(), tx))).toBe(1 + appended);
  });

  describe('that are deleted', () => {
    it('are gone with their attachments, and their place is kept', async () => {
      await append(['a', 'b', 'c'], { blobKeys: ['one', 'two'] });
      expect(await run((tx) => repository.forget(key(), 'b', tx))).toEqual(['one', 'two']);
      expect(await listed()).toEqual(['a', 'c']);
      expect(await read((tx) => repository.find(key(), 'b', tx))).toBeUndefined();
      await append(['d']);
      expect(await read((tx) => repository.listHeads(key(), { from: 0, to: 9 }, tx))).toMatchObject([
        { position: 0 },
        { position: 2 },
        { position: 3 },
      ]);
    });

    it('are so once', async () => {
      await append(['a'], { blobKeys: ['one'] });
      expect(await run((tx) => repository.forget(key(), 'a', tx))).toEqual(['one']);
      for (const ident of ['a', 'never', '\0'])
        expect(await run((tx) => repository.forget(key(), ident, tx))).toBeUndefined();
      expect(await read((tx) => repository.find(key(), '\0', tx))).toBeUndefined();
    });

    it('are listed in their order, from any place on', async () => {
      await append(['a', 'b', 'c', 'd']);
      for (const ident of ['d', 'a', 'c']) await run((tx) => repository.forget(key(), ident, tx));
      const list = async (after: number, limit = 10) =>
        (await read((tx) => repository.listDeleted(key(), { after, limit }, tx))).map(({ ident }) => ident);
      expect([await list(-1), await list(0), await list(-1, 1)]).toEqual([['a', 'c', 'd'], ['c', 'd'], ['a']]);
      expect(await read((tx) => repository.listAllDeleted(kbid, [rid, 'none'], tx))).toMatchObject([
        { rid, id: 'chat', ident: 'a' },
        { ident: 'c' },
        { ident: 'd' },
      ]);
    });

    it('wait for nothing any more', async () => {
      await append(['a', 'b']);
      await run((tx) => repository.forget(key(), 'a', tx));
      expect(await pending()).toEqual([1]);
      expect(await end([0])).toEqual(new Map());
    });

    it('go with their resource, all conversations of it', async () => {
      await append(['a'], { blobKeys: ['one'] });
      await append(['b'], { of: key({ id: 'chat2' }), blobKeys: ['two'] });
      expect((await run((tx) => repository.removeOfResource(kbid, rid, tx))).toSorted()).toEqual(['one', 'two']);
      expect(await run((tx) => repository.removeOfResource(kbid, rid, tx))).toEqual([]);
    });
  });

  describe('that wait to be processed', () => {
    it('are listed in their order, from any place on', async () => {
      await append(['a', 'b', 'c']);
      expect([await pending(), await pending(0), await pending(-1, 2)]).toEqual([
        [0, 1, 2],
        [1, 2],
        [0, 1],
      ]);
    });

    it('end once, unless they have changed since they were read', async () => {
      await append(['a', 'b']);
      expect(await end([0, 1], 2)).toEqual(new Map());
      expect(await end([0])).toEqual(new Map([[0, 'added']]));
      expect(await end([0])).toEqual(new Map());
      expect(await pending()).toEqual([1]);
    });

    it('keep their errors, which are listed in the order of the messages, to a limit', async () => {
      await append(['a', 'b', 'c']);
      const error = (text: string) => ({ text, code: 1, severity: 'WARNING' as const });
      await end([2], 1, [error('three')]);
      await end([0], 1, [error('one'), error('two')]);
      const errors = async (limit: number) =>
        (await read((tx) => repository.listErrors(key(), limit, tx))).map(({ text }) => text);
      expect([await errors(10), await errors(1)]).toEqual([['one', 'two', 'three'], ['one']]);
    });
  });

  describe('whose results the index may lack', () => {
    const unindexed = async () =>
      (await read((tx) => repository.listUnindexed(kbid, rid, tx))).map((one) => [one.ident, one.unindexed, one.bytes]);

    it('were added, or replace others', async () => {
      await append(['a', 'b']);
      await store('b');
      await end([0, 1]);
      expect(await unindexed()).toEqual([
        ['a', 'added', null],
        ['b', 'replaced', 1],
      ]);
      expect(await read((tx) => repository.hasReplaced(key(), tx))).toBe(true);
    });

    it('are no more once they are indexed, unless they have changed since', async () => {
      await append(['a', 'b']);
      await end([0, 1]);
      const indexed = (position: number, seqid: number) =>
        run((tx) => repository.setIndexed({ kbid, rid }, [{ id: 'chat', position, seqid }], tx));
      await indexed(0, 1);
      await indexed(1, 7);
      expect(await unindexed()).toEqual([['b', 'added', null]]);
      await run((tx) => repository.setIndexed({ kbid, rid }, [], tx));
    });

    it('have no size when their results are of an earlier version', async () => {
      await append(['a'], { seqid: 2 });
      await store('a', { seqid: 1 });
      await end([0], 2);
      expect(await unindexed()).toEqual([['a', 'replaced', null]]);
    });
  });

  describe('with results', () => {
    it('have text that is searched if one of them has a paragraph', async () => {
      const has = () => read((tx) => repository.hasParagraphs(key(), tx));
      await append(['a', 'b']);
      expect(await has()).toBe(false);
      await store('a', { paragraphs: 0 });
      expect(await has()).toBe(false);
      await store('b');
      expect(await has()).toBe(true);
    });

    it('say how large these are, null for those without', async () => {
      await append(['a', 'b', 'c']);
      await store('b');
      await run((tx) => repository.forget(key(), 'c', tx));
      expect(await read((tx) => repository.listSplitHeads(key(), { after: -1, limit: 9 }, tx))).toEqual([
        { position: 0, ident: 'a', bytes: null },
        { position: 1, ident: 'b', bytes: expect.any(Number) },
      ]);
    });

    it('lose them all, or those of earlier versions, and no field whose id only begins alike', async () => {
      await store('old', { seqid: 1 });
      await store('new', { seqid: 5 });
      const alike = { kbid, rid, id: 'chat2/a', seqid: 1, text: '', paragraphs: [], understood };
      const other: ExtractedFieldEntity = { ...alike, letter: 'c', extractedAt: new Date() };
      await run((tx) => fields.putExtracted([other], tx));
      const ids = async () =>
        (await world.dataSource.manager.find(ExtractedFieldEntity, { where: { kbid }, order: { id: 'ASC' } })).map(
          ({ id }) => id,
        );
      await run((tx) => repository.removeSplits(key(), tx, 5));
      expect(await ids()).toEqual(['chat/new', 'chat2/a']);
      await run((tx) => repository.removeSplits(key(), tx));
      expect(await ids()).toEqual(['chat2/a']);
    });
  });
});
