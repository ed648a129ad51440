import { randomUUID } from 'node:crypto';
import { type IndexFilter, unrestricted } from '@lectern/contracts/core';
import type { Transactions } from '@lectern/database';
import { paragraph, understood } from '../../../resource-store/fixtures/extracted';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';
import { FieldRepository, ResourceEntity, replaceResourceEdges } from '@lectern/resource-store';
import { withCatalogColumns } from '../../../resource-store/src/resource/resource-columns';
import { GraphRepository } from './graph.repository';

const RID = '0123456789abcdef0123456789abcdef';
const label = (name: string, cancelled = false) => ({ labelset: 'topics', label: name, cancelled_by_user: cancelled });
const annotation = (field: string, name: string) => ({
  field: { field_type: 'text' as const, field },
  paragraphs: [{ key: `${RID}/t/${field}/0-1`, classifications: [label(name)] }],
  question_answers: [],
});

const stated = (value: string, paragraph_id: string) => ({
  relation: 'OTHER' as const,
  label: 'met',
  from: { value: RID, type: 'resource' as const, group: null },
  to: { value, type: 'user' as const, group: null },
  metadata: {
    paragraph_id,
    source_start: null,
    source_end: null,
    to_start: null,
    to_end: null,
    data_augmentation_task_id: null,
  },
});

describe('A filter of the graph', () => {
  const graph = new GraphRepository();
  const fields = new FieldRepository();
  const kbid = randomUUID();
  let world: RowsWorld;
  let transactions: Transactions;

  beforeAll(async () => {
    world = await RowsWorld.start();
    ({ transactions } = world);
    const row = resourceRow(kbid, RID, {
      classifications: [label('sea'), label('land', true)],
      annotations: [annotation('a', 'rare'), annotation('b', 'late'), annotation('gone', 'none')],
      relations: [
        stated('Di', `${RID}/a/title/0-5`),
        stated('Ed', `${RID}/a/summary/0-5`),
        stated('Fay', 'x/t/b/0-1'),
        stated('Gil', `${RID}/t/b/0-1`),
      ],
      origin: {
        created: '2019',
        tags: ['blue'],
        metadata: { author: 'ann/b' },
        path: '/notes/2024/',
        source_id: 'crm',
        collaborators: ['bob'],
      } as never,
      language: 'en',
      languages: ['de'],
      icon: 'text/plain',
      modified: new Date('2024-05-01T00:00:00Z'),
    });
    await transactions.run(async (tx) => {
      await tx.insert(ResourceEntity, withCatalogColumns(row) as object);
      await replaceResourceEdges([row], tx);
      const field = (id: string, name: string, mimeType: string) => ({
        kbid,
        rid: RID,
        letter: 't' as const,
        id,
        seqid: 1,
        text: '',
        paragraphs: [{ ...paragraph(0), kind: id === 'b' ? ('OCR' as const) : ('TEXT' as const) }, paragraph(1)],
        extractedAt: new Date(0),
        understood: { ...understood, mimeType, entities: [{ label: 'PERSON', text: name, positions: [at(id)] }] },
      });
      const at = (id: string) => (id === 'a' ? { start: 0, end: 1 } : { start: id === 'b' ? 0 : 1, end: 2 });
      const made = field('da-summary-t-a', 'Cy', 'image/png');
      await fields.putExtracted([field('a', 'Ann/Lee', 'text/html'), field('b', 'Bob', 'text/plain'), made], tx);
    });
  });
  afterAll(() => world.stop());

  const kept = async (filter: IndexFilter) => {
    const reading = { kbid, visibility: unrestricted, filter, query: { all: [] }, limit: 100 };
    const { nodes } = await transactions.run((tx) => graph.nodes(reading, tx));
    return nodes.flatMap(({ type, value }) => (type === 'resource' ? [] : [value])).sort();
  };
  const all = ['Ann/Lee', 'Bob', 'Cy', 'Di', 'Ed', 'Fay', 'Gil', 'bob', 'topics/sea'];

  it.each<[IndexFilter, readonly string[]]>([
    [{ label: '/l/topics/sea' }, all],
    [{ label: '/l/topics/sea/' }, all],
    [{ label: '/l/topic' }, []],
    [{ label: '/l/topics/land' }, []],
    [{ label: '/l/topics/rare' }, ['Ann/Lee']],
    [{ label: '/l/topics/rare', of: 'paragraph' }, ['Ann/Lee']],
    [{ label: '/l/topics/rare', of: 'resource' }, []],
    [{ label: '/l/topics/sea', of: 'resource' }, all],
    [{ label: '/l/topics/sea', of: 'paragraph' }, []],
    [{ label: '/l/topics/late', of: 'paragraph' }, ['Bob', 'Gil']],
    [{ label: '/l/topics/none', of: 'paragraph' }, []],
    [{ label: '/k' }, ['Ann/Lee', 'Bob', 'Cy', 'Di', 'Ed', 'Gil']],
    [{ label: '/k/text' }, ['Ann/Lee', 'Cy']],
    [{ label: '/k/ocr' }, ['Bob', 'Gil']],
    [{ label: '/k/oc' }, []],
    [{ label: '/k/title' }, ['Di']],
    [{ label: '/k/description' }, ['Ed']],
    [{ not: { label: '/k' } }, ['Fay', 'bob', 'topics/sea']],
    [{ label: '/g/da' }, ['Cy']],
    [{ label: '/g/da/summary' }, ['Cy']],
    [{ label: '/g/da/sum' }, []],
    [{ label: '/n/i/text' }, all],
    [{ label: '/n/s/PROCESSED' }, all],
    [{ label: '/n/s/PENDING' }, []],
    [{ label: '/s/p/en' }, all],
    [{ label: '/s/p/de' }, []],
    [{ label: '/s/s/de' }, all],
    [{ label: '/t/blue' }, all],
    [{ label: '/t/red' }, []],
    [{ label: '/m/author' }, all],
    [{ label: '/m/author/ann' }, all],
    [{ label: '/m/author/an' }, []],
    [{ label: '/p' }, all],
    [{ label: '/p/notes/2024' }, all],
    [{ label: '/p/note' }, []],
    [{ label: '/u/s/crm' }, all],
    [{ label: '/u/o/bob' }, all],
    [{ label: '/u/o/ann' }, []],
    [{ label: '/mt/text/html' }, ['Ann/Lee']],
    [{ label: '/mt/text' }, ['Ann/Lee', 'Bob']],
    [{ label: '/e/PERSON/Ann/Lee' }, ['Ann/Lee']],
    [{ label: '/e/PERSON/Ann' }, []],
    [{ label: '/e/PERSON' }, ['Ann/Lee', 'Bob', 'Cy']],
    [{ date: 'created', untilMs: Date.UTC(2019, 0, 1) }, all],
    [{ date: 'created', sinceMs: Date.UTC(2019, 0, 2) }, []],
    [{ date: 'modified', sinceMs: Date.UTC(2024, 4, 1), untilMs: Date.UTC(2024, 4, 1) }, all],
    [{ resources: [RID] }, all],
    [{ fields: ['t/a'] }, ['Ann/Lee']],
    [{ not: { fields: ['t'] } }, ['Di', 'Ed', 'Fay', 'Gil', 'bob', 'topics/sea']],
    [{ hidden: true }, []],
    [{ visibleTo: [] }, all],
  ])('%j keeps %j', async (filter, expected) => {
    expect(await kept(filter)).toEqual(expected);
  });

  it('is refused where it is about what edges do not have', async () => {
    for (const filter of [{ label: '/x/ocr' }, { any: [{ not: { language: 'en' } }] }])
      await expect(kept(filter)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
