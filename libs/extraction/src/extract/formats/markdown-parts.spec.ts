import fc from 'fast-check';
import { blocksOf, read } from '../../fixtures/reading.fixture';
import { markdownParts, PART_CHARS_MAX } from './markdown-parts';

const filler = 'A line of words.\n'.repeat(20_000);

describe('markdownParts', () => {
  it('gives all of the text, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('\n', '```\n', '- a\n', 'b\n', filler), { maxLength: 8 }), (lines) => {
        expect([...markdownParts(lines.join(''))].join('')).toBe(lines.join(''));
      }),
      { numRuns: 30 },
    );
  });

  it('cuts at blank lines, but neither in fenced code nor before an item of a list', () => {
    const cuts = [...markdownParts(`${filler}\nb\n\n\`\`\`\n${filler}\nc\n\`\`\`\n\n- d\n\ne\n`)];
    expect(cuts.map((part) => part.slice(0, 3))).toEqual(['A l', 'b\n\n', 'e\n']);
  });

  it('loses neither lists nor links whose address stands in another part', async () => {
    const long = `${'word word\n\n'.repeat(PART_CHARS_MAX / 10)}See [the lock][1].\n\n${filler}\n1. a\n2. b\n\n[1]: http://l.org\n`;
    const document = await read(long, { filename: 'a.md' });
    expect(document.links).toEqual(['http://l.org/']);
    expect(blocksOf(document).slice(-2)).toEqual(['list_item 0: 1. a', 'list_item 0: 2. b']);
    expect(document.warnings).toEqual([]);
  });
});
