import fc from 'fast-check';
import { paragraph, understood } from '../../fixtures/extracted';
import { type ExtractedPart, joinedParts } from './extracted-parts';

function part(given: Partial<ExtractedPart>): ExtractedPart {
  return {
    kbid: 'box',
    rid: 'r',
    letter: 't',
    id: 'a',
    seqid: '7',
    extractedAt: new Date(0),
    number: 1,
    part: 0,
    understood: null,
    text: null,
    paragraphs: null,
    ...given,
  };
}

describe('a field of its parts', () => {
  it('has the text and the paragraphs in their order, whatever the order of the parts', () => {
    const texts = ['The ', 'ibex ', 'climbs'].map((text, i) =>
      part({ part: i, text, understood: i === 0 ? understood : null }),
    );
    const paragraphs = [0, 1, 2].map((i) => part({ part: i, paragraphs: [paragraph(2 * i), paragraph(2 * i + 1)] }));
    const all = [...texts, ...paragraphs];
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (parts) => {
        const [field] = joinedParts(parts);
        expect(field?.text).toBe('The ibex climbs');
        expect(field?.paragraphs.map(({ start }) => start)).toEqual([0, 1, 2, 3, 4, 5]);
      }),
    );
  });

  it('keeps its number as one, and what was understood', () => {
    expect(joinedParts([part({ text: '', understood })])).toEqual([
      {
        kbid: 'box',
        rid: 'r',
        letter: 't',
        id: 'a',
        seqid: 7,
        text: '',
        paragraphs: [],
        understood,
        extractedAt: new Date(0),
      },
    ]);
  });

  it('is at the place of its number', () => {
    const fields = [2, 1].map((number) => part({ number, id: `${number}`, text: '', understood }));
    expect(joinedParts(fields).map(({ id }) => id)).toEqual(['1', '2']);
  });
});
