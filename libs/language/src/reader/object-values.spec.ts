import { readObject } from './object-reader';

const context = (text: string) => [{ key: 'a', text, title: 'Bridge', language: 'en' }];
const value = (property: object, text: string) =>
  readObject(
    { properties: { length: { description: 'how many metres the bridge is long', ...property } } },
    context(text),
  ).length;

describe('a value that is read for a property', () => {
  it.each([
    ['The bridge is 1,149 metres long.', 1_149],
    ['The bridge is 1 149 metres long.', 1_149],
    ['The bridge is 12.5 metres long.', 12.5],
    ['The bridge is 1,234,567.5 metres long.', 1_234_567.5],
  ])('is the number in %j', (text, number) => {
    expect(value({ type: 'number' }, text)).toBe(number);
  });

  it('is rounded for an integer', () => {
    expect(value({ type: 'integer' }, 'The bridge is 12.5 metres long.')).toBe(13);
  });

  it('is none without a number', () => {
    expect(value({ type: 'number' }, 'The bridge is many metres long.')).toBeUndefined();
  });

  it('is one of those that the schema lists, as it writes them', () => {
    const listed = { enum: ['Short', 'LONG'] };
    expect(value(listed, 'The bridge is many metres long.')).toBe('LONG');
    expect(value(listed, 'The bridge is many metres in length.')).toBeUndefined();
  });

  it('may be a list of texts or of numbers', () => {
    const text = 'The bridge is 12 metres long.';
    expect(value({ type: 'array', items: { type: 'number' } }, text)).toEqual([12]);
    expect(value({ type: 'array' }, text)).toEqual([text]);
    expect(value({ type: 'array', items: { type: 'object' } }, text)).toBeUndefined();
  });

  it('is none of a type that cannot be read', () => {
    for (const type of ['object', 'boolean', undefined])
      expect(value({ type }, 'The bridge is 12 metres long.')).toBeUndefined();
  });

  it('is looked for in a bounded number of properties', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [`p${at}`, { type: 'string', description: 'how long the bridge is' }]),
    );
    const found = readObject({ parameters: { properties } }, context('The bridge is 12 metres long.'));
    expect(Object.keys(found).length).toBeLessThanOrEqual(100);
  });
});
