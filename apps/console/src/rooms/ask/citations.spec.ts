import type { Answer } from './answer';
import { markedAnswer, marks, sourcesOf } from './citations';

type Sentence = Answer['sentences'][number];

const { cite, citeEnd, unsupported, unsupportedEnd } = marks;
const cited = (number: number) => `${cite}${number}${citeEnd}`;

/** A sentence of a text, and the keys of its sources. */
function sentence(text: string, part: string, keys: readonly string[]): Sentence {
  const start = [...text.slice(0, text.indexOf(part))].length;
  const sources = keys.map((key) => ({ key, start: 0, end: 1 }));
  return { status: keys.length > 0 ? 'exact' : 'unsupported', start, end: start + [...part].length, sources };
}

function marked(text: string, ...parts: readonly (readonly [part: string, keys: readonly string[]])[]): string {
  const sentences = parts.map(([part, keys]) => sentence(text, part, keys));
  return markedAnswer({ text, sentences }, sourcesOf({ sentences, found: [] }));
}

describe('citations', () => {
  it('stand behind their sentences, numbered as they come', () => {
    const text = 'The moon pulls. Ships wait. Tides turn.';
    const parts = [
      ['The moon pulls.', ['r/t/a/0-9']],
      ['Ships wait.', ['r/t/b/0-9']],
      ['Tides turn.', ['r/t/a/0-9']],
    ];
    // Pairs, not lists.
    expect(marked(text, ...(parts as [string, string[]][]))).toBe(
      `The moon pulls.${cited(1)} Ships wait.${cited(2)} Tides turn.${cited(1)}`,
    );
  });

  it('are in the order of their numbers, at most three per sentence', () => {
    expect(marked('One. Two.', ['One.', ['b']], ['Two.', ['a', 'b', 'c', 'd']])).toBe(
      `One.${cited(1)} Two.${cited(1)}${cited(2)}${cited(3)}`,
    );
  });

  it('of one source span all of its sentences', () => {
    const cite = (start: number, field_start: number, field_end: number): Sentence => ({
      status: 'exact',
      start,
      end: start + 1,
      sources: [{ key: 'r/t/a/0-90', start: 0, end: 1, field_start, field_end }],
    });
    const [source] = sourcesOf({ sentences: [cite(0, 30, 40), cite(5, 10, 20)], found: [] });
    expect(source).toMatchObject({ number: 1, exact: { start: 10, end: 40 } });
  });

  it('count code points', () => {
    expect(marked('🌊🌊 rise. Then fall.', ['🌊🌊 rise.', ['a']])).toBe(`🌊🌊 rise.${cited(1)} Then fall.`);
  });

  it('do not begin a new line or leave the cell of a table', () => {
    expect(marked('- One.\n- Two.', ['One.\n', ['a']])).toBe(`- One.${cited(1)}\n- Two.`);
    expect(marked('| a | b |', ['| a | b |', ['a']])).toBe(`| a | b${cited(1)} |`);
  });

  it('of an answer that has such characters itself are not mixed up with them', () => {
    expect(marked(`Odd ${cite}9${citeEnd}.`, [`Odd ${cite}9${citeEnd}.`, ['a']])).toBe(`Odd \uFFFD9\uFFFD.${cited(1)}`);
  });

  it('are bounded by the answer', () => {
    const sentences: Sentence[] = [{ status: 'exact', start: 0, end: 900, sources: [{ key: 'a', start: 0, end: 1 }] }];
    expect(markedAnswer({ text: 'Short.', sentences }, sourcesOf({ sentences, found: [] }))).toBe(`Short.${cited(1)}`);
  });
});

describe('a sentence that nothing supports', () => {
  it('is enclosed', () => {
    expect(marked('True. False.', ['True.', ['a']], ['False.', []])).toBe(
      `True.${cited(1)} ${unsupported}False.${unsupportedEnd}`,
    );
  });

  it.each(['- ', '12. ', '## ', '> - '])('leaves the mark %j of its line outside', (prefix) => {
    expect(marked(`${prefix}False.`, [`${prefix}False.`, []])).toBe(`${prefix}${unsupported}False.${unsupportedEnd}`);
  });
});

describe('sources', () => {
  const passage = { key: 'r/t/a/0-9', rid: 'r', title: 'Tides', text: 'The moon' };

  it('have their passage and the place at which it is opened', () => {
    const sentences = [sentence('One.', 'One.', ['r/t/a/0-9'])];
    expect(sourcesOf({ sentences, found: [passage] })).toEqual([
      { number: 1, key: 'r/t/a/0-9', place: 'r/t/a/0-9', passage },
    ]);
  });

  it('that are whole fields are opened where the sentence stands in them', () => {
    const span = { key: 'r/t/a', start: 0, end: 4, resource: 'r', field: '/t/a', field_start: 7, field_end: 11 };
    const sentences: Sentence[] = [{ status: 'exact', start: 0, end: 4, sources: [span] }];
    const exact = { start: 7, end: 11 };
    expect(sourcesOf({ sentences, found: [] })).toEqual([{ number: 1, key: 'r/t/a', place: 'r/t/a/7-11', exact }]);
  });

  it('without a document have no place', () => {
    const sentences = [sentence('One.', 'One.', ['USER_CONTEXT_0'])];
    expect(sourcesOf({ sentences, found: [] })).toEqual([{ number: 1, key: 'USER_CONTEXT_0' }]);
  });
});
