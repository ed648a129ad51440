import { errorCodeNames, FIELD_ID, fieldTypeOfLetter, fieldTypes, letterOfFieldType, SLUG } from './identifiers';

describe('letters of field types', () => {
  it('and their types are each other’s opposite', () => {
    for (const type of fieldTypes) expect(fieldTypeOfLetter[letterOfFieldType[type]]).toBe(type);
    expect(Object.values(letterOfFieldType).toSorted()).toEqual(Object.keys(fieldTypeOfLetter).toSorted());
  });
});

describe('ids of fields and slugs', () => {
  it.each([FIELD_ID, SLUG])('are of characters that need no escape in a path: %s', (pattern) => {
    for (const good of ['a', 'A-b_c:9', 'x'.repeat(250)]) {
      expect([good, pattern.test(good), encodeURIComponent(good).replaceAll('%3A', ':')]).toEqual([good, true, good]);
    }
    for (const bad of ['', 'a b', 'a/b', 'a.b', 'é', 'a\n', 'x'.repeat(251)])
      expect([bad, pattern.test(bad)]).toEqual([bad, false]);
  });
});

describe('codes of field errors', () => {
  it('have their published numbers', () => {
    expect(errorCodeNames.indexOf('GENERIC')).toBe(0);
    expect(errorCodeNames.indexOf('PROCESS')).toBe(2);
    expect(errorCodeNames.indexOf('INDEX')).toBe(4);
  });
});
