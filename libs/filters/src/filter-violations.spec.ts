import type { AppError } from '@lectern/contracts/core';
import fc from 'fast-check';
import { extraForbidden, unknownFilterTag, wrongType } from './filter-violations';

const loc = ['body', 'filter_expression'];

function refusalOf(value: Record<string, unknown>, members: readonly string[]): AppError | undefined {
  try {
    extraForbidden(value, members, loc);
    return undefined;
  } catch (error) {
    // It throws nothing else.
    return error as AppError;
  }
}

describe('a violation in a filter', () => {
  it('names exactly the members that do not belong there', () => {
    const names = fc.uniqueArray(fc.constantFrom('prop', 'label', 'slug', 'and', 'or'));
    fc.assert(
      fc.property(names, names, (sent, known) => {
        const value = Object.fromEntries(sent.map((name) => [name, 1]));
        const extra = sent.filter((name) => !known.includes(name));
        const expected = extra.map((name) =>
          expect.objectContaining({ type: 'extra_forbidden', loc: [...loc, name], input: 1 }),
        );
        expect(refusalOf(value, known)?.details.detail).toEqual(extra.length === 0 ? undefined : expected);
      }),
    );
  });

  it('tells a missing member from one of another type', () => {
    expect(wrongType(loc, undefined, 'string').details.detail).toMatchObject([{ type: 'missing', loc, input: null }]);
    expect(wrongType(loc, null, 'string').details.detail).toMatchObject([{ type: 'value_error', loc, input: null }]);
  });

  it('lists the tags that there are', () => {
    const { status, details } = unknownFilterTag(loc, { prop: 'x' }, ['label', 'field']);
    expect([status, details.detail]).toMatchObject([422, [{ ctx: { expected_tags: "'label', 'field'" } }]]);
  });
});
