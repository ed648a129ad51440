import { isStackExhausted, foreignReason } from './extract-error';

function exhausted(): unknown {
  const deeper = (): number => 1 + deeper();
  try {
    return deeper();
  } catch (error) {
    return error;
  }
}

describe('the reason of a foreign error', () => {
  it('is its first line, shortened', () => {
    expect(foreignReason(new Error('no such table\nat line 3'))).toBe('no such table');
    expect(foreignReason('x'.repeat(300))).toBe(`${'x'.repeat(200)}…`);
  });

  it('is what the document does where the stack of a parser is exhausted', () => {
    expect(isStackExhausted(exhausted())).toBe(true);
    expect(foreignReason(exhausted())).toBe('it is nested too deeply');
    expect(isStackExhausted(new RangeError('Invalid array length'))).toBe(false);
  });

  it('does not show what the runtime says of a library that met a damaged file', () => {
    expect(foreignReason(new TypeError("Cannot read properties of undefined (reading 'L')"))).toBe(
      'its parts do not fit together',
    );
    expect(foreignReason(new Error('Unknown Namespace: undefined'))).toBe('its parts do not fit together');
    expect(foreignReason(new RangeError('Offset is outside the bounds of the DataView'))).toBe(
      'its parts do not fit together',
    );
  });
});
