import fc from 'fast-check';
import { IsObject, IsOptional } from 'class-validator';
import { MapOf, Satisfies } from './decorators';
import { jsonWithin, keyWithin } from './json-bounds';
import { text } from './node';
import { refusals } from './refused.fixture';

class Kept {
  @IsOptional() @IsObject() @Satisfies(jsonWithin({ depthMax: 3, charsMax: 40 })) data?: object;
  @IsOptional() @MapOf(text({ maxLength: 4 }), { keyRules: [keyWithin(3)], sizeMax: 2 }) texts?: object;
}

describe('jsonWithin', () => {
  it('counts levels of objects and lists', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 10 }), (levels) => {
        const value = levels.reduce<unknown>((inner, isList) => (isList ? [inner] : { inner }), 1);
        return (jsonWithin({ depthMax: 5 })(value) === undefined) === levels.length <= 5;
      }),
    );
  });

  it('ends however deep the value is, and says the bound', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i += 1) deep = [deep];
    expect(refusals(Kept, { data: { deep } })).toEqual(['data: Value error, nested more than 3 levels deep']);
    expect(refusals(Kept, { data: { a: 'x'.repeat(40) } })).toEqual([
      'data: Value error, longer than 40 characters of JSON',
    ]);
    expect(refusals(Kept, { data: { a: { b: [1] } } })).toEqual([]);
  });
});

describe('keys of a dictionary', () => {
  it('are bounded, and named in the violation, cut when they are long', () => {
    expect(refusals(Kept, { texts: { abc: 'a', b: 1 } })).toEqual(['texts.b: Input should be a valid string']);
    expect(refusals(Kept, { texts: { abcd: 'a' } })).toEqual([
      'texts.abcd.[key]: Value error, a key has at most 3 characters',
    ]);
    expect(refusals(Kept, { texts: { a: '', b: '', c: '' } })).toEqual([
      'texts: Dictionary should have at most 2 items after validation, not 3',
    ]);
    expect(refusals(Kept, { texts: { ['k'.repeat(1_000_000)]: 'a' } })[0]?.length).toBeLessThan(400);
  });
});
