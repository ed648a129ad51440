import type { IndexFilter } from '@lectern/contracts/core';
import fc from 'fast-check';
import { compileFilterExpression, slugsIn } from './filter-expression';

const none = new Map<string, string>();
const RID = '0123456789abcdef0123456789abcdef';
const refused = (code: string, message?: string) =>
  expect.objectContaining({ code, ...(message !== undefined && { message: expect.stringContaining(message) }) });
const ofField = (leaf: unknown) => compileFilterExpression({ field: leaf }, none);
const ofParagraph = (leaf: unknown) => compileFilterExpression({ paragraph: leaf }, none);

describe('a leaf of a filter expression', () => {
  it.each<[object, IndexFilter]>([
    [{ prop: 'resource', id: '01234567-89AB-cdef-0123-456789ABCDEF' }, { resources: [RID] }],
    [{ prop: 'field', type: 'text' }, { fields: ['t'] }],
    [{ prop: 'field', type: 'link', name: 'page' }, { fields: ['u/page'] }],
    [
      { prop: 'created', since: '2024-01-02' },
      { date: 'created', sinceMs: Date.UTC(2024, 0, 2), untilMs: undefined },
    ],
    [
      { prop: 'modified', until: '1970-01-01T00:00:01Z' },
      { date: 'modified', sinceMs: undefined, untilMs: 1_000 },
    ],
    [
      { prop: 'label', labelset: 'topics' },
      { label: '/l/topics', of: 'resource' },
    ],
    [
      { prop: 'label', labelset: 'topics', label: 'sea' },
      { label: '/l/topics/sea', of: 'resource' },
    ],
    [{ prop: 'resource_mimetype', type: 'text', subtype: 'plain' }, { label: '/n/i/text/plain' }],
    [{ prop: 'field_mimetype', type: 'image' }, { label: '/mt/image' }],
    [{ prop: 'entity', subtype: 'PER', value: 'Ada' }, { label: '/e/PER/Ada' }],
    [{ prop: 'generated', by: 'data-augmentation' }, { label: '/g/da' }],
    [{ prop: 'generated', by: 'data-augmentation', da_task: 'summary' }, { label: '/g/da/summary' }],
    [{ prop: 'language', language: 'en' }, { label: '/s/s/en' }],
    [{ prop: 'language', language: 'en', only_primary: true }, { label: '/s/p/en' }],
    [{ prop: 'origin_tag', tag: 'a/b' }, { label: '/t/a/b' }],
    [{ prop: 'origin_metadata', field: 'k', value: null }, { label: '/m/k' }],
    [{ prop: 'origin_path' }, { label: '/p' }],
    [
      { prop: 'origin_tag', tag: '/' },
      { label: '/t//', isExact: true },
    ],
    [
      { prop: 'origin_tag', tag: '' },
      { label: '/t/', isExact: true },
    ],
    [
      { prop: 'origin_source', id: '' },
      { label: '/u/s/', isExact: true },
    ],
    [
      { prop: 'label', labelset: 'topics', label: '' },
      { label: '/l/topics/', of: 'resource', isExact: true },
    ],
    [
      { prop: 'label', labelset: 'topics', label: 'C/C++' },
      { label: '/l/topics/C/C++', of: 'resource' },
    ],
    [{ prop: 'origin_metadata', field: 'k', value: 'v'.repeat(300) }, { label: `/m/k/${'v'.repeat(255)}` }],
    [
      { prop: 'created', since: '2024-01-02', until: '2024-01-02' },
      { date: 'created', sinceMs: Date.UTC(2024, 0, 2), untilMs: Date.UTC(2024, 0, 3) - 1 },
    ],
    [{ prop: 'origin_path', prefix: '/a/b/' }, { label: '/p/a/b' }],
    [{ prop: 'origin_source' }, { label: '/u/s' }],
    [{ prop: 'origin_source', id: 'x' }, { label: '/u/s/x' }],
    [{ prop: 'origin_collaborator', collaborator: 'ann' }, { label: '/u/o/ann' }],
  ])('about fields, %j, becomes %j', (leaf, expected) => {
    expect(ofField(leaf)).toEqual({ all: [expected] });
  });

  it.each<[object, IndexFilter]>([
    [
      { prop: 'label', labelset: 'tone', label: 'dry' },
      { label: '/l/tone/dry', of: 'paragraph' },
    ],
    [{ prop: 'kind', kind: 'OCR' }, { label: '/k/ocr' }],
  ])('about paragraphs, %j, becomes %j', (leaf, expected) => {
    expect(ofParagraph(leaf)).toEqual({ all: [expected] });
  });

  it.each([
    [{ prop: 'kind', kind: 'OCR' }, 'union_tag_invalid'],
    [{ prop: 7 }, 'union_tag_invalid'],
    [{}, 'union_tag_invalid'],
    [{ prop: 'label' }, 'missing'],
    [{ prop: 'label', labelset: 5 }, 'value_error'],
    [{ prop: 'field', type: 'txt' }, 'value_error'],
    [{ prop: 'field', type: 'toString' }, 'value_error'],
    [{ prop: 'resource', id: '../other' }, 'value_error'],
    [{ prop: 'created', since: 'yesterday' }, 'value_error'],
    [{ prop: 'created', since: '0000-01-01' }, 'value_error'],
    [{ prop: 'modified', until: '9999-12-31T23:59:59-01:00' }, 'value_error'],
    [[], 'value_error'],
    ['label', 'value_error'],
  ])('that means nothing is refused: %j', (leaf, type) => {
    expect(() => ofField(leaf)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: expect.objectContaining({ detail: [expect.objectContaining({ type })] }),
      }),
    );
  });

  it('is none for a name that every object has: a filter of the index cannot be smuggled in', () => {
    const inherited = [...Object.getOwnPropertyNames(Object.prototype), '__proto__', 'constructor'];
    for (const prop of inherited)
      for (const ofWhat of [ofField, ofParagraph])
        expect(() => ofWhat({ prop, visibleTo: ['hr'] })).toThrow(refused('invalid_request'));
  });

  it('names a resource in exactly one way, and a date by at least one end', () => {
    for (const leaf of [{ prop: 'resource' }, { prop: 'resource', id: RID, slug: 'moon' }])
      expect(() => ofField(leaf)).toThrow(refused('invalid_request', 'Exactly one of id and slug'));
    expect(() => ofField({ prop: 'created' })).toThrow(refused('invalid_request', 'At least one of since and until'));
    const loc = ['body', 'filter_expression', 'field', 'not', 'modified'];
    expect(() => ofField({ not: { prop: 'modified' } })).toThrow(
      expect.objectContaining({ details: { detail: [expect.objectContaining({ type: 'value_error', loc })] } }),
    );
  });

  it('names a resource by a slug that can be seen, and by no other', () => {
    const leaf = { prop: 'resource', slug: 'moon' };
    expect(compileFilterExpression({ field: leaf }, new Map([['moon', RID]]))).toEqual({
      all: [{ resources: [RID] }],
    });
    expect(() => ofField(leaf)).toThrow(refused('invalid_query', 'Cannot find slug moon'));
  });
});

describe('a filter expression', () => {
  const [field, paragraph] = [
    { prop: 'label', labelset: 'a' },
    { prop: 'kind', kind: 'TEXT' },
  ];
  const [a, text] = [{ label: '/l/a', of: 'resource' }, { label: '/k/text' }];

  it.each([
    [{}, undefined],
    [{ field: null, paragraph: undefined }, undefined],
    [{ field, paragraph }, { all: [a, text] }],
    [{ field, paragraph, operator: 'and' }, { all: [a, text] }],
    [{ field, paragraph, operator: null }, { all: [a, text] }],
    [{ field, paragraph, operator: 'or' }, { any: [a, text] }],
    [{ paragraph, operator: 'or' }, { any: [text] }],
  ])('%j becomes %j', (expression, expected) => {
    expect(compileFilterExpression(expression, none)).toEqual(expected);
  });

  it('has no other members and operators', () => {
    expect(() => compileFilterExpression({ fields: field }, none)).toThrow(refused('invalid_request'));
    expect(() => compileFilterExpression({ field, operator: 'xor' }, none)).toThrow(refused('invalid_request'));
    expect(() => compileFilterExpression('field', none)).toThrow(refused('invalid_request'));
    expect(() => ofField({ and: [] })).toThrow(refused('invalid_request'));
  });

  it.each<[object, string]>([
    [{ prop: 'origin_tag', tag: 'x', foo: 1 }, 'foo'],
    [{ prop: 'label', labelset: 'a', kind: 'TEXT' }, 'kind'],
    [{ prop: 'created', since: '2024-01-02', to: null }, 'to'],
    [{ and: [field], bar: 1 }, 'bar'],
    [{ operator: 'or', operands: [field], operand: field }, 'operand'],
    [{ not: { and: [{ ...field, or: [field] }] } }, 'labelset'],
    [{ not: field, prop: 'label' }, 'prop'],
  ])('has no other members at any depth: %j', (written, member) => {
    expect(() => ofField(written)).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          detail: expect.arrayContaining([expect.objectContaining({ loc: expect.arrayContaining([member]) })]),
        }),
      }),
    );
  });

  it.each([
    { and: [field], or: [field] },
    { and: [field], not: field },
    { operator: 'and', operands: [field], or: [field] },
    { and: [field], operator: 'xor' },
    { operator: 'xor', operands: [field] },
    { operands: [field] },
    { operator: 'and', operand: [field] },
    { and: field },
    { prop: 'language', language: 'en', only_primary: 'yes' },
  ])('joins by one operator, and nothing of it is left out: %j', (written) => {
    expect(() => ofField(written)).toThrow(refused('invalid_request'));
  });

  it('takes members that are null for absent', () => {
    const none = { and: null, or: null, not: null, operator: null, operands: null, operand: null };
    const nulls = { ...none, prop: 'label', labelset: 'a', label: null };
    expect(ofField(nulls)).toEqual(ofField(field));
    expect(ofField({ ...none, and: [field] })).toEqual(ofField({ and: [field] }));
    expect(ofField({ prop: 'language', language: 'en', only_primary: null })).toEqual(
      ofField({ prop: 'language', language: 'en', only_primary: false }),
    );
  });

  it('is refused when it is nested too deep', () => {
    const nested = (levels: number) => {
      let expression: object = field;
      for (let i = 0; i < levels; i += 1) expression = { not: expression };
      return expression;
    };
    expect(ofField(nested(50))).toBeDefined();
    expect(() => ofField(nested(51))).toThrow(refused('invalid_query', 'deeper than 50'));
  });

  it('keeps exactly what its words say, in either way of writing operators', () => {
    fc.assert(
      fc.property(expressions, fc.subarray(['a', 'b', 'c']), (expression, held) => {
        const compiled = compileFilterExpression({ field: expression.written }, slugs);
        const labels = new Set(held.map((one) => `/l/${one}`));
        expect(compiled && keeps(compiled, { rid: 'one', labels })).toBe(expression.means(new Set(held)));
      }),
    );
  });

  it('has its slugs found, wherever they are named', () => {
    fc.assert(
      fc.property(expressions, ({ written }) => {
        const found = slugsIn({ field: written });
        const compiledWith = (known: readonly string[]) =>
          compileFilterExpression({ field: written }, new Map(known.map((slug) => [slug, RID])));
        expect(() => compiledWith(found)).not.toThrow();
        if (found.length > 0) expect(() => compiledWith([])).toThrow('Cannot find slug');
      }),
    );
  });
});

/** An expression, and whether it accepts an object with these labels. */
interface Expression {
  readonly written: object;
  readonly means: (labels: ReadonlySet<string>) => boolean;
}

const slugs = new Map([
  ['moon', 'one'],
  ['sun', 'other'],
]);
const leaves: fc.Arbitrary<Expression> = fc.oneof(
  fc.constantFrom('a', 'b', 'c').map((label) => ({
    written: { prop: 'label', labelset: label },
    means: (labels: ReadonlySet<string>) => labels.has(label),
  })),
  fc.constantFrom('moon', 'sun').map((slug) => ({
    written: { prop: 'resource', slug },
    means: () => slug === 'moon',
  })),
);
const { expressions } = fc.letrec<{ expressions: Expression }>((tie) => {
  const several = fc.array(tie('expressions'), { minLength: 1, maxLength: 3 });
  const written = (operator: string, operands: readonly Expression[], isShort: boolean) => {
    const list = operands.map((one) => one.written);
    return isShort ? { [operator]: list } : { operator, operands: list };
  };
  return {
    expressions: fc.oneof(
      { maxDepth: 4 },
      leaves,
      fc.tuple(several, fc.boolean()).map(([all, isShort]) => ({
        written: written('and', all, isShort),
        means: (labels: ReadonlySet<string>) => all.every((one) => one.means(labels)),
      })),
      fc.tuple(several, fc.boolean()).map(([any, isShort]) => ({
        written: written('or', any, isShort),
        means: (labels: ReadonlySet<string>) => any.some((one) => one.means(labels)),
      })),
      fc.tuple(tie('expressions'), fc.boolean()).map(([one, isShort]) => ({
        written: isShort ? { not: one.written } : { operator: 'not', operand: one.written },
        means: (labels: ReadonlySet<string>) => !one.means(labels),
      })),
    ),
  };
});

/** Evaluates the few filters that are compiled here, as an index does. */
function keeps(filter: IndexFilter, held: { readonly rid: string; readonly labels: ReadonlySet<string> }): boolean {
  if ('all' in filter) return filter.all.every((one) => keeps(one, held));
  if ('any' in filter) return filter.any.some((one) => keeps(one, held));
  if ('not' in filter) return !keeps(filter.not, held);
  if ('label' in filter) return held.labels.has(filter.label);
  return 'resources' in filter && filter.resources.includes(held.rid);
}
