import type { Violation } from '../core/errors';
import type { Constructor } from '../core/input';
import { ForbidUnknown, Is } from './decorators';
import { choice, decimal, either, flag, instant, listOf, mapOf, type Part, ruled, tagged, text, whole } from './node';
import { violations } from './refused.fixture';
import { validate } from './validate';

class Empty {}

/** The one fault of a value, without its place. */
function faultOf(part: Part, value: unknown): Omit<Violation, 'loc' | 'input'> {
  class Holder {
    @Is(() => part) member!: unknown;
  }
  const [fault] = faultsOf(Holder, { member: value });
  if (!fault) throw new Error('The value was accepted');
  const { type, msg, ctx } = fault;
  return { type, msg, ...(ctx && { ctx }) };
}

function faultsOf(type: Constructor, value: unknown): readonly Violation[] {
  return violations(() => validate(type, value));
}

describe('the words of a 422', () => {
  it.each<[string, Part, unknown, string, string]>([
    ['a text', text(), 7, 'string_type', 'Input should be a valid string'],
    ['a short text', text({ minLength: 1 }), '', 'string_too_short', 'String should have at least 1 character'],
    ['a shorter text', text({ minLength: 2 }), 'a', 'string_too_short', 'String should have at least 2 characters'],
    ['a long text', text({ maxLength: 1 }), 'ab', 'string_too_long', 'String should have at most 1 character'],
    ['a longer text', text({ maxLength: 2 }), 'abc', 'string_too_long', 'String should have at most 2 characters'],
    ['a pattern', text({ patterns: [/^a$/] }), 'b', 'string_pattern_mismatch', "String should match pattern '^a$'"],
    ['a whole number', whole(), [], 'int_type', 'Input should be a valid integer'],
    [
      'a text of a whole number',
      whole(),
      'x',
      'int_parsing',
      'Input should be a valid integer, unable to parse string as an integer',
    ],
    [
      'a fraction',
      whole(),
      0.5,
      'int_from_float',
      'Input should be a valid integer, got a number with a fractional part',
    ],
    ['a number', decimal(), {}, 'float_type', 'Input should be a valid number'],
    [
      'a text of a number',
      decimal(),
      'x',
      'float_parsing',
      'Input should be a valid number, unable to parse string as a number',
    ],
    ['an endless number', decimal(), Infinity, 'finite_number', 'Input should be a finite number'],
    ['a small number', whole({ ge: 1 }), 0, 'greater_than_equal', 'Input should be greater than or equal to 1'],
    ['a large number', whole({ le: 1 }), 2, 'less_than_equal', 'Input should be less than or equal to 1'],
    ['a number at a bound', decimal({ gt: 0 }), 0, 'greater_than', 'Input should be greater than 0'],
    ['a number at the other bound', decimal({ lt: 1 }), 1, 'less_than', 'Input should be less than 1'],
    ['a flag', flag, [], 'bool_type', 'Input should be a valid boolean'],
    ['a word', flag, 'x', 'bool_parsing', 'Input should be a valid boolean, unable to interpret input'],
    ['one choice', choice('a'), 'b', 'literal_error', "Input should be 'a'"],
    ['two choices', choice('a', 'b'), 'c', 'literal_error', "Input should be 'a' or 'b'"],
    ['mixed choices', choice('a', 1, true), 2, 'literal_error', "Input should be 'a', 1 or true"],
    ['an instant', instant, 5, 'datetime_type', 'Input should be a valid datetime'],
    [
      'a text of an instant',
      instant,
      'x',
      'datetime_parsing',
      'Input should be a valid datetime or date, not an ISO 8601 date or date and time of the years 1 to 9999',
    ],
    ['a list', listOf(text()), 'a', 'list_type', 'Input should be a valid list'],
    [
      'a short list',
      listOf(text(), { min: 1 }),
      [],
      'too_short',
      'List should have at least 1 item after validation, not 0',
    ],
    [
      'a long list',
      listOf(text(), { max: 1 }),
      ['a', 'b'],
      'too_long',
      'List should have at most 1 item after validation, not 2',
    ],
    ['a dictionary', mapOf(text()), [], 'dict_type', 'Input should be a valid dictionary'],
    [
      'a large dictionary',
      mapOf(text(), { sizeMax: 1 }),
      { a: '', b: '' },
      'too_long',
      'Dictionary should have at most 1 item after validation, not 2',
    ],
    [
      'an object',
      () => Empty,
      [],
      'model_attributes_type',
      'Input should be a valid dictionary or object to extract fields from',
    ],
    [
      'an object without its tag',
      tagged('type', { a: () => Empty }),
      {},
      'union_tag_not_found',
      "Unable to extract tag using discriminator 'type'",
    ],
    [
      'an object with another tag',
      tagged('type', { a: () => Empty, b: () => Empty }),
      { type: 'c' },
      'union_tag_invalid',
      "Input tag 'c' found using 'type' does not match any of the expected tags: 'a', 'b'",
    ],
    ['a rule', ruled(text(), () => 'not like this'), 'a', 'value_error', 'Value error, not like this'],
  ])('of %s are those that clients know', (_, part, value, type, msg) => {
    expect(faultOf(part, value)).toMatchObject({ type, msg });
  });

  it.each<[Part, unknown, object]>([
    [text({ maxLength: 1 }), 'ab', { max_length: 1 }],
    [text({ minLength: 2 }), 'a', { min_length: 2 }],
    [text({ patterns: [/^a$/] }), 'b', { pattern: '^a$' }],
    [whole({ ge: 1 }), 0, { ge: 1 }],
    [whole({ le: 1 }), 2, { le: 1 }],
    [choice('a', 'b'), 'c', { expected: "'a' or 'b'" }],
    [listOf(text(), { max: 1 }), ['a', 'b'], { field_type: 'List', max_length: 1, actual_length: 2 }],
    [mapOf(text(), { sizeMax: 0 }), { a: '' }, { field_type: 'Dictionary', max_length: 0, actual_length: 1 }],
    [tagged('type', { a: () => Empty }), { type: 'c' }, { discriminator: "'type'", tag: 'c', expected_tags: "'a'" }],
  ])('have the values that they name beside them: %#', (part, value, ctx) => {
    expect(faultOf(part, value).ctx).toEqual(ctx);
  });

  it('say what was sent, and where', () => {
    class Inner {
      @Is(() => listOf(whole({ le: 1 }))) numbers!: number[];
    }
    class Outer {
      @Is(() => mapOf(() => Inner)) by!: Record<string, Inner>;
    }
    expect(faultsOf(Outer, { by: { 'a b': { numbers: [0, 5] } } })).toEqual([
      {
        type: 'less_than_equal',
        loc: ['by', 'a b', 'numbers', '1'],
        msg: 'Input should be less than or equal to 1',
        input: 5,
        ctx: { le: 1 },
      },
    ]);
    expect(faultsOf(Outer, {})).toEqual([{ type: 'missing', loc: ['by'], msg: 'Field required', input: {} }]);
  });

  it('name of a union each form that the value has not', () => {
    const parts: readonly (readonly [Part, string])[] = [
      [either(text(), whole()), 'member.str member.int'],
      [either(flag, decimal()), 'member.bool member.float'],
      [either(listOf(text()), mapOf(text())), 'member.list[str] member.dict'],
      [either(choice('a', 'b'), () => Empty), "member.literal['a','b'] member.Empty"],
      [
        either(
          instant,
          listOf(() => Empty),
        ),
        'member.datetime member.list[Empty]',
      ],
    ];
    for (const [part, places] of parts) {
      class Holder {
        @Is(() => part) member!: unknown;
      }
      expect(
        faultsOf(Holder, { member: null })
          .map(({ loc }) => loc.join('.'))
          .join(' '),
      ).toBe(places);
    }
  });

  it('are short for a member that nobody knows', () => {
    @ForbidUnknown()
    class Strict {}
    expect(faultsOf(Strict, { other: 1 })).toEqual([
      { type: 'extra_forbidden', loc: ['other'], msg: 'Extra inputs are not permitted', input: 1 },
    ]);
  });
});
