import type { AppError } from '@lectern/contracts/core';
import fc from 'fast-check';
import { LABEL_CHARS_MAX, labelOf } from './label';

const ada = { kind: 'user', id: 'ada' } as const;
const key = { kind: 'sa', id: 'key' } as const;
const sent = (label: string) => ({ 'x-kbdb-user': label });

describe('the label of a caller', () => {
  it.each([
    ['what the caller sends', sent('me'), key, 'me'],
    ['what a user sends', sent('me'), ada, 'me'],
    ['without the blanks around it', sent('  a b\t'), key, 'a b'],
    ['the id of a user who sends nothing', {}, ada, 'ada'],
    ['the id of a user who sends blanks', sent('  '), { ...ada, kind: 'pat' } as const, 'ada'],
    ['nothing for others', {}, key, undefined],
    ['all that was sent', { 'x-kbdb-user': ['a', 'b'] }, key, 'a, b'],
    ['text in UTF-8', sent(Buffer.from('Zoë À 東').toString('latin1')), key, 'Zoë À 東'],
    ['text in Latin-1', sent('Zo\xeb'), key, 'Zoë'],
  ])('is %s', (_, headers, principal, label) => {
    expect(labelOf(headers, principal)).toBe(label);
  });

  const problemsOf = (label: string): unknown => {
    try {
      return labelOf(sent(label), key);
    } catch (error) {
      // Nothing else is thrown here.
      return (error as AppError).details.detail;
    }
  };

  it('is refused when it is too long, counted in characters', () => {
    expect(labelOf(sent('x'.repeat(LABEL_CHARS_MAX)), key)).toHaveLength(LABEL_CHARS_MAX);
    const waves = Buffer.from('🌊'.repeat(LABEL_CHARS_MAX)).toString('latin1');
    expect([...(labelOf(sent(waves), key) ?? '')]).toHaveLength(LABEL_CHARS_MAX);
    expect(problemsOf('x'.repeat(LABEL_CHARS_MAX + 1))).toMatchObject([
      { type: 'string_too_long', loc: ['header', 'x-kbdb-user'], ctx: { max_length: LABEL_CHARS_MAX } },
    ]);
  });

  it('is refused with control characters in it', () => {
    for (const character of ['\t', '\0', '\n', '\x7f', '\x85', '\x9f'])
      expect(problemsOf(`a${character}b`)).toMatchObject([
        { type: 'string_pattern_mismatch', loc: ['header', 'x-kbdb-user'] },
      ]);
  });

  it('is one that logs and databases can take, or refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const label = problemsOf(Buffer.from(text).toString('latin1'));
        if (typeof label !== 'string') return;
        expect(label).not.toMatch(/\p{Cc}/u);
        expect([...label].length).toBeLessThanOrEqual(LABEL_CHARS_MAX);
      }),
    );
  });
});
