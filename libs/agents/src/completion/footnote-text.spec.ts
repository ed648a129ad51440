import { SpokenText, withoutDefinitions } from './footnote-text';

const ANSWER = 'The ibex climbs rocks. [1] Or so [2].\n\n[1]: block-AA\n[2]: block-AB';
const SHOWN = 'The ibex climbs rocks. [1] Or so [2].';

function spoken(pieces: readonly string[]): string {
  const text = new SpokenText();
  return pieces.map((piece) => text.say(piece)).join('') + text.end();
}

describe('an answer without the definitions of its marks', () => {
  it.each([
    [ANSWER, SHOWN],
    ['Plain', 'Plain'],
    ['', ''],
    ['A list:\n\n[1]: https://example.org', 'A list:\n\n[1]: https://example.org'],
    ['[1]: block-AA is a block\n\nof text', '[1]: block-AA is a block\n\nof text'],
  ])('%j is %j', (answer, shown) => expect(withoutDefinitions(answer)).toBe(shown));

  it('is the same however it is cut into pieces', () => {
    for (let size = 1; size <= ANSWER.length; size++) {
      const pieces = ANSWER.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect([size, spoken(pieces)]).toEqual([size, SHOWN]);
    }
  });

  it('is said as soon as it cannot be a definition', () => {
    const text = new SpokenText();
    expect(text.say('One line.')).toBe('One line.');
    expect(text.say('\n\n[1')).toBe('');
    expect(text.say('] is cited')).toBe('\n\n[1] is cited');
  });

  it('takes no long time for what looks like definitions without end', () => {
    const hostile = `\n${'[1]: block-AA '.repeat(50_000)}x${'\n[1]:'.repeat(50_000)}`;
    const began = process.cpuUsage().user;
    expect(withoutDefinitions(hostile)).toBe(hostile);
    expect(spoken([hostile, hostile])).toBe(hostile + hostile);
    expect(process.cpuUsage().user - began).toBeLessThan(2_000_000);
  });
});
