import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsISO8601,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import fc from 'fast-check';
import type { AppError, Violation } from '../core/errors';
import type { Constructor } from '../core/input';
import {
  Either,
  ForbidUnknown,
  IsInstant,
  ListOf,
  Literal,
  MapOf,
  Nested,
  Nullable,
  Satisfies,
  Tagged,
  Together,
} from './decorators';
import { FieldMap } from './field-map';
import { decimal, text } from './node';
import { type Source, validate, validateInput } from './validate';

class TextPart {
  @IsString() @MaxLength(10) body!: string;
  @IsIn(['PLAIN', 'HTML']) format = 'PLAIN';
}

class MinScore {
  @IsOptional() @Min(0) semantic?: number;
}

@ForbidUnknown()
class KeywordFilter {
  @Literal('keyword') prop!: string;
  @IsString() word!: string;
}

class AllOf {
  @ListOf(() => Filters, { min: 1 }) operands!: unknown[];
}

class Filters {
  @Tagged('prop', { keyword: () => KeywordFilter, and: () => AllOf }) filter!: KeywordFilter | AllOf;
}

@Together<Payload>(({ from, to }) =>
  from !== undefined && to !== undefined && from > to ? 'from must not lie after to' : undefined,
)
class Payload {
  @IsOptional() @Matches(/^[a-z]+$/) slug?: string | null;
  @IsOptional() @IsString() @MinLength(2) title?: string | null;
  @FieldMap(() => TextPart) texts: Record<string, TextPart> = {};
  @IsOptional() @ValidateNested() @Type(() => TextPart) nested?: TextPart | null;
  @ValidateNested({ each: true }) @Type(() => TextPart) parts: TextPart[] = [];
  @IsOptional() @Either(decimal(), () => MinScore) min_score?: number | MinScore;
  @IsInt() @Min(1) @Max(200) top_k = 20;
  @IsInt() @Nullable() page: number | null = 3;
  @IsOptional() @IsISO8601() at?: string;
  @IsOptional() @IsInstant() from?: string;
  @IsOptional() @IsString() to?: string;
  @IsOptional() @Nested(() => Filters) filters?: Filters;
  @IsOptional() @IsEmail() contact?: string;
  @IsOptional()
  @Satisfies((value: string) => (value === 'bad' ? 'must not be bad' : undefined))
  @IsString()
  word?: string;
  @IsOptional() @MapOf(text({ maxLength: 3 }), { sizeMax: 2 }) labels?: Record<string, string>;
  @IsOptional() @IsObject() extra?: Record<string, unknown>;
}

class SearchQuery {
  @IsIn(['basic', 'origin'], { each: true }) show: string[] = ['basic'];
  @IsOptional() @IsInt() size?: number;
  @IsBoolean() debug = false;
  @IsOptional() @IsIn([1, 2]) depth?: number;
}

class Required {
  @IsString() name!: string;
}

function violations<T>(type: Constructor<T>, value: unknown, source: Source = 'body'): readonly Violation[] {
  try {
    // Any class may stand at any place of a request.
    validateInput({ [source]: type as Constructor }, { [source]: value });
    return [];
  } catch (error) {
    // Only AppErrors leave it, and their detail is the list.
    return (error as AppError).details.detail as Violation[];
  }
}

const first = <T>(type: Constructor<T>, value: unknown, source?: Source) => {
  const found = violations(type, value, source)[0];
  return found && { type: found.type, loc: found.loc.join('.'), ...(found.ctx && { ctx: found.ctx }) };
};

describe('validate', () => {
  it('keeps what was sent, fills in defaults and drops what nobody declared', () => {
    expect(validate(Payload, { slug: 'abc', unknown: 1, texts: { a: { body: 'x' } } })).toEqual({
      slug: 'abc',
      texts: { a: { body: 'x', format: 'PLAIN' } },
      parts: [],
      top_k: 20,
      page: 3,
    });
  });

  it('does not share a default between two requests', () => {
    validate(Payload, {}).texts['a'] = { body: '', format: 'PLAIN' };
    expect(validate(Payload, {}).texts).toEqual({});
  });

  it('keeps a null that clears, and takes the default for a null where there is one', () => {
    expect(validate(Payload, { title: null, top_k: null, page: null })).toMatchObject({
      title: null,
      top_k: 20,
      page: null,
    });
  });

  it('names every violation at once', () => {
    expect(violations(Payload, { slug: 'A', title: 'x', top_k: 0 }).map(({ loc }) => loc.join('.'))).toEqual([
      'body.slug',
      'body.title',
      'body.top_k',
    ]);
  });

  it.each([
    ['a pattern', { slug: 'A' }, { type: 'string_pattern_mismatch', loc: 'body.slug', ctx: { pattern: '^[a-z]+$' } }],
    ['a number for a text', { slug: 1 }, { type: 'string_type', loc: 'body.slug' }],
    ['a short text', { title: 'x' }, { type: 'string_too_short', loc: 'body.title', ctx: { min_length: 2 } }],
    [
      'a long text inside a map',
      { texts: { a: { body: 'x'.repeat(11) } } },
      { type: 'string_too_long', loc: 'body.texts.a.body', ctx: { max_length: 10 } },
    ],
    ['a missing member', { texts: { a: {} } }, { type: 'missing', loc: 'body.texts.a.body' }],
    [
      'a bad key',
      { texts: { 'a b': { body: '' } } },
      { type: 'value_error', loc: 'body.texts.a b.[key]', ctx: { error: {} } },
    ],
    [
      'a key that is too long',
      { texts: { ['a'.repeat(251)]: { body: '' } } },
      {
        type: 'string_pattern_mismatch',
        loc: `body.texts.${'a'.repeat(251)}.[key]`,
        ctx: { pattern: '^[a-zA-Z0-9:_-]{1,250}$' },
      },
    ],
    [
      'an enum',
      { parts: [{ body: '', format: 'X' }] },
      { type: 'enum', loc: 'body.parts.0.format', ctx: { expected: "'PLAIN' or 'HTML'" } },
    ],
    ['a list that is none', { parts: {} }, { type: 'list_type', loc: 'body.parts' }],
    ['an object that is none', { nested: [] }, { type: 'model_attributes_type', loc: 'body.nested' }],
    ['a text for a whole number', { top_k: 'x' }, { type: 'int_parsing', loc: 'body.top_k' }],
    ['a flag for a whole number', { top_k: true }, { type: 'int_type', loc: 'body.top_k' }],
    ['a fraction', { top_k: 1.5 }, { type: 'int_from_float', loc: 'body.top_k' }],
    ['too little', { top_k: 0 }, { type: 'greater_than_equal', loc: 'body.top_k', ctx: { ge: 1 } }],
    ['too much', { top_k: 201 }, { type: 'less_than_equal', loc: 'body.top_k', ctx: { le: 200 } }],
    [
      'a whole number that is not exact',
      { page: 2 ** 53 },
      { type: 'less_than_equal', loc: 'body.page', ctx: { le: Number.MAX_SAFE_INTEGER } },
    ],
    ['a number for a date', { at: 5 }, { type: 'datetime_type', loc: 'body.at' }],
    [
      'a day that does not exist',
      { from: '2024-02-30' },
      {
        type: 'datetime_parsing',
        loc: 'body.from',
        ctx: { error: 'not an ISO 8601 date or date and time of the years 1 to 9999' },
      },
    ],
    ['no branch of a union', { min_score: 'x' }, { type: 'float_parsing', loc: 'body.min_score.float' }],
    [
      'an unknown tag',
      { filters: { filter: { prop: 'x' } } },
      {
        type: 'union_tag_invalid',
        loc: 'body.filters.filter',
        ctx: { discriminator: "'prop'", tag: 'x', expected_tags: "'keyword', 'and'" },
      },
    ],
    [
      'no tag',
      { filters: { filter: {} } },
      { type: 'union_tag_not_found', loc: 'body.filters.filter', ctx: { discriminator: "'prop'" } },
    ],
    [
      'an unknown member where these are forbidden',
      { filters: { filter: { prop: 'keyword', word: 'a', more: 1 } } },
      { type: 'extra_forbidden', loc: 'body.filters.filter.keyword.more' },
    ],
    [
      'too few items',
      { filters: { filter: { prop: 'and', operands: [] } } },
      {
        type: 'too_short',
        loc: 'body.filters.filter.and.operands',
        ctx: { field_type: 'List', min_length: 1, actual_length: 0 },
      },
    ],
    [
      'too many members',
      { labels: { a: '', b: '', c: '' } },
      { type: 'too_long', loc: 'body.labels', ctx: { field_type: 'Dictionary', max_length: 2, actual_length: 3 } },
    ],
    ['a custom rule', { word: 'bad' }, { type: 'value_error', loc: 'body.word', ctx: { error: {} } }],
    ['any other decorator', { contact: 'x' }, { type: 'value_error', loc: 'body.contact', ctx: { error: {} } }],
    [
      'a rule about several members',
      { from: '2024-02-03', to: '2024-01-01' },
      { type: 'value_error', loc: 'body', ctx: { error: {} } },
    ],
    ['a body that is a list', [], { type: 'model_attributes_type', loc: 'body' }],
  ])('reports %s', (_, value, expected) => {
    expect(first(Payload, value)).toEqual(expected);
  });

  it('says in words what is wrong', () => {
    expect(violations(Payload, { contact: 'x', word: 'bad' }).map(({ msg }) => msg)).toEqual([
      'Value error, contact must be an email',
      'Value error, must not be bad',
    ]);
  });

  it('reads a union by the first shape that fits', () => {
    expect(validate(Payload, { min_score: 0.5 }).min_score).toBe(0.5);
    expect(validate(Payload, { min_score: { semantic: 1, x: 2 } }).min_score).toEqual({ semantic: 1 });
  });

  it('reads nested tagged shapes', () => {
    const filters = { filter: { prop: 'and', operands: [{ filter: { prop: 'keyword', word: 'sea' } }] } };
    expect(validate(Payload, { filters }).filters).toEqual({
      filter: { prop: 'and', operands: [{ filter: { prop: 'keyword', word: 'sea' } }] },
    });
  });

  it('stops at a depth that no honest request has', () => {
    let filter: object = { prop: 'keyword', word: 'sea' };
    for (let depth = 0; depth < 5_000; depth += 1) filter = { prop: 'and', operands: [{ filter }] };
    expect(first(Payload, { filters: { filter } })?.type).toBe('value_error');
  });

  it('counts code points, not UTF-16 units', () => {
    expect(first(TextPart, { body: '🌊'.repeat(10) })).toBeUndefined();
    expect(first(TextPart, { body: '🌊'.repeat(11) })?.type).toBe('string_too_long');
    expect(first(Payload, { title: '🌊' })?.type).toBe('string_too_short');
  });

  it('cuts long inputs in what it reports', () => {
    expect(JSON.stringify(violations(TextPart, { body: 'x'.repeat(100_000) })).length).toBeLessThan(1_500);
    expect(JSON.stringify(violations(Required, { other: Array(10_000).fill('x') })).length).toBeLessThan(1_500);
  });

  it('stops collecting after a hundred', () => {
    expect(violations(Payload, { parts: Array(10_000).fill(1) })).toHaveLength(100);
  });

  it('answers or refuses whatever JSON there is, and accepts again what it answered', () => {
    const members = fc.record(
      {
        slug: fc.jsonValue(),
        texts: fc.dictionary(fc.string(), fc.jsonValue()),
        parts: fc.array(fc.record({ body: fc.jsonValue(), format: fc.constantFrom('PLAIN', 'X') })),
        min_score: fc.jsonValue(),
        top_k: fc.oneof(fc.integer(), fc.string(), fc.double()),
        filters: fc.record({ filter: fc.jsonValue() }),
        labels: fc.jsonValue(),
        extra: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), members), (value) => {
        const found = violations(Payload, value);
        for (const { loc, type, msg } of found) expect([loc[0], type !== '', msg !== '']).toEqual(['body', true, true]);
        if (found.length === 0) expect(validate(Payload, validate(Payload, value))).toEqual(validate(Payload, value));
      }),
    );
  });

  it('does not let a key reach the prototype', () => {
    const value: unknown = JSON.parse('{"labels":{"__proto__":"x"}}');
    expect(first(Payload, value)?.type).toBe('string_pattern_mismatch');
  });
});

describe('validateInput', () => {
  it('reads text as numbers and flags, and repeated parameters as lists', () => {
    const query = { show: 'origin', size: '5', debug: 'Yes', depth: '2' };
    expect(validateInput({ query: SearchQuery }, { query }).query).toEqual({
      show: ['origin'],
      size: 5,
      debug: true,
      depth: 2,
    });
    expect(
      validateInput({ query: SearchQuery }, { query: { show: ['basic', 'origin'], size: ['1', '7'] } }).query,
    ).toMatchObject({
      show: ['basic', 'origin'],
      size: 7,
    });
  });

  it.each([
    [{ size: 'x' }, 'int_parsing', 'query.size'],
    [{ debug: 'maybe' }, 'bool_parsing', 'query.debug'],
    [{ show: ['basic', 'x'] }, 'enum', 'query.show.1'],
  ])('reports %j as %s', (query, type, loc) => {
    expect(first(SearchQuery, query, 'query')).toMatchObject({ type, loc });
  });

  it('reports an absent body as missing', () => {
    expect(violations(Required, undefined)).toEqual([
      { type: 'missing', loc: ['body'], msg: 'Field required', input: null },
    ]);
  });
});
