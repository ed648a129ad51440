import fc from 'fast-check';
import type { Relation } from '@lectern/contracts/knowledge-box';
import { resourceRow } from '../../fixtures/resource-row';
import { edgesOfField, edgesOfResource } from './derived-edges';
import { COMPARED_CHARS_MAX, foldedValue } from './folded-value';

const kbid = '11111111-1111-4111-8111-111111111111';
const rid = 'a'.repeat(32);
const entity = (text: string, label = 'CITY', ...starts: readonly number[]) => ({
  ...{ text, label },
  positions: starts.map((start) => ({ start, end: start + 1 })),
});
const fieldWith = (
  entities: readonly ReturnType<typeof entity>[],
  paragraphs: readonly (readonly [number, number])[] = [],
) =>
  edgesOfField({
    ...{ kbid, rid, letter: 't', id: 'a', seqid: 3, understood: { entities } },
    paragraphs: paragraphs.map(([start, end]) => ({ start, end, kind: 'TEXT' })),
  });

describe('edges of a field', () => {
  it('lead from its resource to each entity that it names, once', () => {
    const edges = fieldWith([entity('Brest'), entity('Ghent'), entity('Brest'), entity('Brest', 'ORG')]);
    expect(edges.map((edge) => [edge.number, edge.targetValue, edge.targetGroup])).toEqual([
      [0, 'Brest', 'CITY'],
      [1, 'Ghent', 'CITY'],
      [2, 'Brest', 'ORG'],
    ]);
    expect(edges[0]).toMatchObject({
      ...{
        kbid,
        rid,
        letter: 't',
        id: 'a',
        seqid: 3,
        relation: 'ENTITY',
        label: '',
        provenance: 'processor',
        taskId: '',
      },
      ...{ sourceType: 'resource', sourceValue: rid, sourceFolded: null, targetType: 'entity', targetFolded: 'brest' },
    });
  });

  it('name the paragraph of the first mention', () => {
    const places = fieldWith(
      [entity('Brest', 'CITY', 7, 0), entity('Ghent', 'CITY', 5), entity('Lyon')],
      [
        [0, 5],
        [7, 9],
      ],
    ).map(({ place }) => place);
    expect(places).toEqual([{ paragraph_id: `${rid}/t/a/7-9`, kind: 'TEXT' }, null, null]);
  });

  it('find the paragraph that a mention is in, whatever the paragraphs are', () => {
    const gaps = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 5 })), { maxLength: 12 });
    fc.assert(
      fc.property(gaps, fc.nat(80), (all, at) => {
        let end = 0;
        const paragraphs = all.map(([gap, length]) => {
          const start = end + gap;
          end = start + length;
          return [start, end] as const;
        });
        const [edge] = fieldWith([entity('Brest', 'CITY', at)], paragraphs);
        const own = paragraphs.find(([start, stop]) => start <= at && at < stop);
        const expected = own ? { paragraph_id: `${rid}/t/a/${own[0]}-${own[1]}`, kind: 'TEXT' } : null;
        expect(edge?.place).toEqual(expected);
      }),
      { seed: 41 },
    );
  });

  it('are not more than a field may have', () => {
    expect(fieldWith(Array.from({ length: 5_000 }, (_, at) => entity(`City ${at}`)))).toHaveLength(4_000);
  });
});

describe('edges of a resource', () => {
  const relation = (members: Partial<Relation> = {}): Relation => ({
    relation: 'OTHER',
    label: 'near',
    from: { value: 'Brest', type: 'entity', group: 'CITY' },
    to: { value: rid, type: 'resource', group: null },
    metadata: null,
    ...members,
  });
  const edges = (members: Parameters<typeof resourceRow>[2]) => edgesOfResource(resourceRow(kbid, rid, members));

  it('are none of one that states nothing', () => {
    expect(edges({})).toEqual([]);
  });

  it('lead to its labels, without those that were cancelled', () => {
    const label = (name: string, cancelled_by_user = false) => ({ labelset: 'topic', label: name, cancelled_by_user });
    const [edge, ...others] = edges({ classifications: [label('sea'), label('sky', true)] });
    expect([edge?.relation, edge?.targetType, edge?.targetValue, others]).toEqual(['ABOUT', 'label', 'topic/sea', []]);
  });

  it('are those that users stated, and those that agents found, by who stated them', () => {
    const found = { paragraph_id: null, source_start: null, source_end: null, to_start: null, to_end: null };
    const byAgent = relation({ label: null, metadata: { ...found, data_augmentation_task_id: 'task' } });
    const [user, agent] = edges({ relations: [relation(), byAgent] });
    expect([user?.provenance, user?.taskId, user?.label]).toEqual(['user', '', 'near']);
    expect([agent?.provenance, agent?.taskId, agent?.label]).toEqual(['data-augmentation', 'task', '']);
  });

  it('compare other nodes by their values, and the resource itself by its id', () => {
    const self = relation({ from: { value: rid, type: 'resource', group: null } });
    const elsewhere = relation({ from: { value: 'b'.repeat(32), type: 'resource', group: null } });
    expect(edges({ relations: [relation(), self, elsewhere] }).map(({ sourceFolded }) => sourceFolded)).toEqual([
      'brest',
      null,
      'b'.repeat(32),
    ]);
  });
});

describe('a value that is compared', () => {
  it('has no case, no accents and no blanks around it', () => {
    expect(foldedValue('  Élan  VITAL ')).toBe(foldedValue('elan vital'));
  });

  it('is cut between characters, to what the index takes', () => {
    const folded = foldedValue('🌊'.repeat(300));
    expect([[...folded].length <= COMPARED_CHARS_MAX, folded.isWellFormed()]).toEqual([true, true]);
  });

  it('folded again is the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (value) => {
        expect(foldedValue(foldedValue(value))).toBe(foldedValue(value));
      }),
      { seed: 42 },
    );
  });
});
