import { IsOptional, IsString } from 'class-validator';
import { FieldMap } from './field-map';
import { ForbidUnknown, RefuseLike, RefuseUnknown, Unsupported } from './decorators';
import { SchemaBook } from './json-schema';
import { isOff } from './nothing';
import { refusals } from './refused.fixture';
import { validate, validateInput } from './validate';

class Base {
  @Unsupported() relations?: unknown;
}

@RefuseLike(/secur/i, 'security')
class Payload extends Base {
  @IsOptional() @IsString() title?: string;
  @Unsupported(isOff) 'x-skip'?: unknown;
  @FieldMap(() => Base) parts: Record<string, Base> = {};
}

@ForbidUnknown()
class Strict extends Base {}

@RefuseUnknown()
class Careful extends Base {
  @IsOptional() @IsString() model?: string;
}

@RefuseUnknown()
class MoreCareful extends Careful {}

@ForbidUnknown()
class Stricter extends Strict {}

const text = (name: string) => `Value error, ${name} is not supported by this version; leave it out`;

describe('a member that is not supported', () => {
  it('is accepted when it says nothing, and never given to the operation', () => {
    for (const value of [undefined, null, false, '', [], {}, { a: [], b: null }])
      expect(validate(Payload, { title: 't', relations: value })).toEqual({ title: 't', parts: {} });
    expect(validateInput({ query: Payload }, { query: { 'x-skip': 'false' } })).toEqual({ query: { parts: {} } });
  });

  it('is otherwise refused where it stands, inherited or nested, together with everything else', () => {
    expect(refusals(Payload, { relations: [{}], title: 1, 'x-skip': true, parts: { a: { relations: 'x' } } })).toEqual([
      'title: Input should be a valid string',
      `parts.a.relations: ${text('relations')}`,
      `x-skip: ${text('x-skip')}`,
      `relations: ${text('relations')}`,
    ]);
  });

  it('is not described', () => {
    const book = new SchemaBook('#/');
    book.refer(Payload);
    expect(Object.keys(book.schemas['Payload']?.['properties'] ?? {})).toEqual(['title', 'parts']);
  });
});

describe('a member that nobody declared', () => {
  it('is ignored, unless it is like one that matters', () => {
    expect(validate(Payload, { other: 1 })).toEqual({ parts: {} });
    expect(refusals(Payload, { Security: [], insecurity: null })).toEqual([
      'Security: Extra inputs are not permitted; did you mean security?',
      'insecurity: Extra inputs are not permitted; did you mean security?',
    ]);
  });

  it('is refused by a strict class whatever it says, but an unsupported one is known to it', () => {
    expect(refusals(Strict, { other: null })).toEqual(['other: Extra inputs are not permitted']);
    expect(refusals(Strict, { relations: null })).toEqual([]);
  });

  it('is refused once, also where the class that extends another is as careful', () => {
    @RefuseUnknown()
    class AsCareful extends Careful {}
    expect(refusals(AsCareful, { other: 1 })).toEqual([`other: ${text('other')}`]);
  });

  it('is refused by a careful class if it says something', () => {
    expect(validate(Careful, { model: 'm', other: null, more: {} })).toEqual({ model: 'm' });
    expect(refusals(Careful, { other: 0 })).toEqual([`other: ${text('other')}`]);
  });

  it('is reported once, also where the class that is extended refuses it as well', () => {
    expect(refusals(MoreCareful, { other: 0, another: 1 })).toEqual([
      `other: ${text('other')}`,
      `another: ${text('another')}`,
    ]);
    expect(refusals(Stricter, { other: 0 })).toEqual(['other: Extra inputs are not permitted']);
  });
});
