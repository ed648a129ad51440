import type { ExtractedFieldEntity } from '@lectern/resource-store';
import fc from 'fast-check';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { paragraph, understood } from '../../../resource-store/fixtures/extracted';
import { relatedParagraphs, layoutRelations } from './related-paragraphs';

const RID = 'a'.repeat(32);
const resource = resourceRow('box', RID, { title: 'Tides', summary: 'On the moon' });
const title = `${RID}/a/title/0-5`;

/** A field of paragraphs with these texts below these headings. */
function fieldOf(parts: readonly (readonly [text: string, ...headings: string[]])[]): ExtractedFieldEntity {
  let end = 0;
  const paragraphs = parts.map(([text, ...headings]) => {
    const start = end;
    end = start + text.length;
    return { ...paragraph(start, end), headings };
  });
  return {
    kbid: 'box',
    rid: RID,
    letter: 't',
    id: 'body',
    seqid: 1,
    extractedAt: new Date(0),
    understood,
    paragraphs,
    text: parts.map(([text]) => text).join(''),
  };
}

describe('paragraphs around one', () => {
  it('are those of its field, as many as there are', () => {
    const field = fieldOf([['a'], ['bb'], ['c'], ['dd']]);
    const [a, b, c, d] = field.paragraphs.map(({ start, end }) => `${RID}/t/body/${start}-${end}`);
    const ids = new Set([title, b ?? '', d ?? '', 'unknown']);
    const content = { resource, extracted: [field] };
    const { neighbours, relations } = relatedParagraphs(content, ids, { around: { before: 2, after: 1 } });
    expect(neighbours).toEqual(
      new Map([
        [title, { before: [], after: [] }],
        [b, { before: [a], after: [c] }],
        [d, { before: [b, c], after: [] }],
      ]),
    );
    expect(relations.size).toBe(0);
  });
});

describe('paragraphs that belong to one by the layout', () => {
  const field = fieldOf([
    ['before any heading'],
    ['Port. Open daily.', 'Port'],
    ['Locks. Wait.', 'Port', 'Locks'],
    ['More.', 'Port', 'Locks'],
    ['Berths. Ask.', 'Port', 'Berths'],
    ['More.', 'Port', 'Berths'],
    ['Town', 'Town', 'Shops'],
  ]);
  const related = (at: number) => layoutRelations(field, [at]).get(at);

  it('are those with the headings above it, the innermost first', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((at) => related(at)?.parents)).toEqual([[], [], [1], [2, 1], [1], [4, 1], []]);
  });

  it('are those below the same headings, of which there are none without headings', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((at) => related(at)?.siblings)).toEqual([[], [], [3], [2], [5], [4], []]);
    expect(layoutRelations(fieldOf([['a'], ['b']]), [0]).get(0)?.siblings).toEqual([]);
  });

  it('are those that say the same', () => {
    expect([3, 5, 4].map((at) => related(at)?.replacements)).toEqual([[5], [3], []]);
  });

  it('are few of many, the nearest or the first ones', () => {
    const many = fieldOf(Array.from({ length: 50 }, () => ['same', 'Heading'] as const));
    const found = layoutRelations(many, [0, 30]);
    expect(found.get(30)?.siblings).toEqual([
      20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
    ]);
    expect(found.get(0)).toEqual({
      parents: [],
      siblings: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      replacements: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    });
    expect(found.get(30)?.replacements).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('are named as far as they are wanted; title and summary have none', () => {
    const id = (at: number) => `${RID}/t/body/${field.paragraphs[at]?.start}-${field.paragraphs[at]?.end}`;
    const content = { resource, extracted: [field] };
    const found = relatedParagraphs(content, new Set([title, id(3), 'unknown']), { related: ['parents', 'siblings'] });
    expect(found.relations).toEqual(
      new Map([
        [title, { parents: [], siblings: [] }],
        [id(3), { parents: [id(2), id(1)], siblings: [id(2)] }],
      ]),
    );
  });

  it('never contain the paragraph itself, and agree with each other, whatever the layout', () => {
    const part = fc.tuple(fc.constantFrom('x', 'yy', 'z'), fc.constantFrom('A', 'B'), fc.constantFrom('C', 'D'));
    const cut = fc.integer({ min: 1, max: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(part, cut), { maxLength: 9 }), (parts) => {
        const layout = fieldOf(parts.map(([one, length]) => one.slice(0, length) as [string, ...string[]]));
        const found = layoutRelations(layout, [...layout.paragraphs.keys()]);
        for (const [at, { parents, siblings, replacements }] of found) {
          for (const list of [parents, siblings, replacements]) {
            expect(list).not.toContain(at);
            expect(new Set(list).size).toBe(list.length);
          }
          expect(parents.every((place, i) => place < (parents[i - 1] ?? at))).toBe(true);
          for (const sibling of siblings) expect(found.get(sibling)?.siblings).toContain(at);
          for (const other of replacements) expect(found.get(other)?.replacements).toContain(at);
        }
      }),
    );
  });
});
