import { citedRanges } from './citations';
import { blockId, footnotesIn } from './footnotes';

const context = [
  { key: 'tides', text: 'The moon pulls the water of the sea, so tides rise twice a day.', language: 'en' },
  { key: 'bread', text: 'Bread is baked from flour and water.', language: 'en' },
  { key: 'empty', text: '', language: 'en' },
];

describe('citedRanges', () => {
  it('cites for each sentence what says most of it, in code points', () => {
    const answer = '\u{1f30a}\u{1f30a} Tides rise because the moon pulls the sea. Bread is baked from flour.';
    const cited = Object.entries(citedRanges(answer, context)).flatMap(([key, ranges]) =>
      ranges.map(([start, end]) => [key, Array.from(answer).slice(start, end).join('')]),
    );
    expect(cited).toEqual([
      ['tides', expect.stringMatching(/Tides rise because the moon pulls the sea\.$/)],
      ['bread', 'Bread is baked from flour.'],
    ]);
  });

  it('cites nothing for what the context does not say, and more when less is demanded', () => {
    const answer = 'Penguins live in Antarctica near the water.';
    expect(citedRanges(answer, context)).toEqual({});
    expect(Object.keys(citedRanges(answer, context, 0.01))).not.toEqual([]);
    expect(citedRanges('', context)).toEqual({});
  });
});

describe('footnotes', () => {
  it('names blocks by two letters, in order', () => {
    expect([0, 1, 25, 26, 675].map(blockId)).toEqual(['block-AA', 'block-AB', 'block-AZ', 'block-BA', 'block-ZZ']);
  });

  it('reads definition lines, also with a part number, and nothing else', () => {
    const blocks = new Map([
      ['block-AA', 'k1'],
      ['block-AB', 'k2'],
    ]);
    const answer = 'It says [1]: block-AB here.\n\n[1]: block-AA\n[2]: block-AB-3\n[3]: block-AC';
    expect(footnotesIn(answer, blocks)).toEqual({ 'block-AA': 'k1', 'block-AB': 'k2' });
  });
});
