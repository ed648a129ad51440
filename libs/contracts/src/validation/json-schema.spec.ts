import { IsIn, IsInt, IsOptional, IsString, IsUrl, Matches, Max, MaxLength, Min } from 'class-validator';
import { Either, ForbidUnknown, IsInstant, ListOf, Literal, Tagged, Together, Widget } from './decorators';
import { FieldMap } from './field-map';
import { SchemaBook } from './json-schema';
import { decimal, text } from './node';

class Leaf {
  @IsString() word!: string;
}

@ForbidUnknown()
class Tree {
  @Tagged('prop', { leaf: () => Leaf, tree: () => Tree }) branch!: Leaf | Tree;
}

class Example {
  @IsOptional() @Matches(/^a/) @MaxLength(5) slug?: string | null;
  @IsInt() @Min(1) @Max(9) size = 3;
  @IsIn(['SVC', 'USER']) author!: string;
  @ListOf(text({ minLength: 1 }), { max: 2 }) words!: string[];
  @FieldMap(() => Leaf) leaves: Record<string, Leaf> = {};
  @Either(decimal({ gt: 0 }), () => Tree) either!: number | Tree;
  @IsInstant() at!: string;
}

@Together<Ruled>(({ seed, uri }) => (String(seed) === uri ? 'seed and uri must differ' : undefined))
class Ruled {
  @IsInt() seed!: number;
  @IsString() @IsUrl() uri!: string;
}

class Plain {
  id!: string;
  kind = 'x';
}

function anotherLeaf() {
  class Leaf {
    @IsString() other!: string;
  }
  return Leaf;
}

describe('a schema book', () => {
  const book = new SchemaBook('#/defs/');
  const ref = book.refer(Example);

  it('describes what the decorators say', () => {
    expect(ref).toEqual({ $ref: '#/defs/Example' });
    expect(book.schemas['Example']).toEqual({
      type: 'object',
      properties: {
        slug: { anyOf: [{ type: 'string', maxLength: 5, pattern: '^a' }, { type: 'null' }] },
        size: { anyOf: [{ type: 'integer', minimum: 1, maximum: 9 }, { type: 'null' }], default: 3 },
        author: { type: 'string', enum: ['SVC', 'USER'] },
        words: { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 2 },
        leaves: {
          anyOf: [
            {
              type: 'object',
              additionalProperties: { $ref: '#/defs/Leaf' },
              propertyNames: { pattern: '^[a-zA-Z0-9:_-]{1,250}$' },
            },
            { type: 'null' },
          ],
        },
        either: { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { $ref: '#/defs/Tree' }] },
        at: { type: 'string', format: 'date-time' },
      },
      required: ['author', 'words', 'either', 'at'],
    });
  });

  it('names no object as the default of a member, which generators of clients refuse', () => {
    expect(book.schemas['Example']).not.toHaveProperty('properties.leaves.default');
  });

  it('says what a whole number may be, and what has rules besides the schema', () => {
    book.refer(Ruled);
    const whole = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    expect(book.schemas['Ruled']).toEqual({
      type: 'object',
      properties: { seed: whole, uri: { type: 'string', 'x-further-rules': true } },
      required: ['seed', 'uri'],
      'x-further-rules': true,
    });
  });

  it('refers to classes that contain themselves', () => {
    expect(book.schemas['Tree']).toMatchObject({
      properties: {
        branch: { oneOf: [{ $ref: '#/defs/Leaf' }, { $ref: '#/defs/Tree' }], discriminator: { propertyName: 'prop' } },
      },
      additionalProperties: false,
    });
  });

  it('names the members of a class without decorators', () => {
    book.refer(Plain);
    expect(book.schemas['Plain']).toEqual({ type: 'object', properties: { id: {}, kind: {} } });
  });

  it('keeps two classes of one name apart', () => {
    expect(book.refer(anotherLeaf())).toEqual({ $ref: '#/defs/Leaf_2' });
  });

  it('spells names as a deployment does', () => {
    const spelt = new SchemaBook('#/', {
      memberOut: (name) => name.toUpperCase(),
      valueOut: (_, value) => (value === 'SVC' ? 'ACME' : value),
    });
    spelt.refer(Example);
    expect(spelt.schemas['Example']).toMatchObject({ properties: { AUTHOR: { enum: ['ACME', 'USER'] } } });
    expect(spelt.schemas['Example']).toMatchObject({ required: ['AUTHOR', 'WORDS', 'EITHER', 'AT'] });
  });

  it('says how forms show members, and what a member always is, when it is for forms', () => {
    class Form {
      @Literal('form') kind!: 'form';
      @IsInt() @Widget('enum_select', 'in-node') max_size = 3;
      @IsString() @Widget('not_show') word!: string;
    }
    const forForms = new SchemaBook('#/').forForms();
    forForms.refer(Form);
    expect(forForms.schemas['Form']?.['properties']).toMatchObject({
      kind: { title: 'Kind', type: 'string', const: 'form' },
      max_size: { title: 'Max size', widget: 'enum_select', show_in_node: true },
      word: { title: 'Word', widget: 'not_show', type: 'string' },
    });
    const others = new SchemaBook('#/');
    others.refer(Form);
    expect(JSON.stringify(others.schemas)).not.toMatch(/title|widget|show_in_node|const/);
  });
});
