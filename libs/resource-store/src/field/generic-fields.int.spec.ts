import { randomUUID } from 'node:crypto';
import type { ResourceEntity } from '../resource/resource.entity';
import { boxRow } from '../../fixtures/box-row';
import { resourceRow } from '../../fixtures/resource-row';
import { RowsWorld } from '../../fixtures/rows-world';
import { KnowledgeBoxEntity } from '../knowledge-box/knowledge-box.entity';
import { ResourceRepository } from '../resource/resource.repository';
import { ExtractedFieldEntity, UnembeddedFieldEntity } from './field.entity';

const rid = 'a'.repeat(32);

describe('Title and summary of a resource', () => {
  const resources = new ResourceRepository();
  let world: RowsWorld;
  let kbid: string;

  beforeAll(async () => {
    world = await RowsWorld.start();
  });
  beforeEach(async () => {
    kbid = randomUUID();
    await world.dataSource.manager.insert(KnowledgeBoxEntity, boxRow(kbid));
  });
  afterAll(() => world.stop());

  const insert = (members: Partial<ResourceEntity>) =>
    world.transactions.run((tx) =>
      resources.insert(resourceRow(kbid, rid, members), [], { also: '1', by: 'a test', tx }),
    );
  const update = (members: Partial<ResourceEntity>) =>
    world.transactions.run((tx) => {
      const note = { kind: 'modified', by: 'a test', at: new Date() } as const;
      const nothing = { work: { metadata: 'NULL', content: 'NULL' }, lacking: { metadata: [], content: [] } };
      return resources.update([resourceRow(kbid, rid, members)], { note, ...nothing }, tx);
    });
  const stored = async () => {
    const rows = await world.dataSource.manager.find(ExtractedFieldEntity, { where: { kbid }, order: { id: 'DESC' } });
    return rows.map(({ letter, id, seqid, text, paragraphs: [paragraph] }) => [
      `${letter}/${id}`,
      seqid,
      text,
      paragraph?.kind,
      paragraph?.key,
    ]);
  };

  it('are stored as a paragraph each, to be embedded, when somebody chose them', async () => {
    await insert({ title: 'Tidés 🌙', summary: 'On the sea' });
    expect(await stored()).toEqual([
      ['a/title', 2, 'Tidés 🌙', 'TITLE', `${rid}/a/title/0-7`],
      ['a/summary', 2, 'On the sea', 'DESCRIPTION', `${rid}/a/summary/0-10`],
    ]);
    const notes = await world.dataSource.manager.findBy(UnembeddedFieldEntity, { kbid });
    expect(notes.map(({ id, seqid }) => [id, seqid]).sort()).toEqual([
      ['summary', 2],
      ['title', 2],
    ]);
  });

  it('are not stored while a name that nobody chose stands in for them', async () => {
    await insert({ titleIsProvisional: true, summary: 'Made of the text', summaryIsProvisional: true });
    expect(await stored()).toEqual([]);
    await update({ title: 'Found in the text', version: 3 });
    expect(await stored()).toEqual([['a/title', 3, 'Found in the text', 'TITLE', `${rid}/a/title/0-17`]]);
  });

  it('keep their version until they change', async () => {
    await insert({ title: 'Tides' });
    await world.dataSource.manager.delete(UnembeddedFieldEntity, { kbid });
    await update({ title: 'Tides', hidden: true, version: 3 });
    expect(await stored()).toMatchObject([['a/title', 2, 'Tides', 'TITLE', `${rid}/a/title/0-5`]]);
    expect(await world.dataSource.manager.countBy(UnembeddedFieldEntity, { kbid })).toBe(0);
    await update({ title: 'Ebb', version: 4 });
    expect(await stored()).toMatchObject([['a/title', 4, 'Ebb', 'TITLE', `${rid}/a/title/0-3`]]);
    expect(await world.dataSource.manager.countBy(UnembeddedFieldEntity, { kbid })).toBe(1);
  });
});
