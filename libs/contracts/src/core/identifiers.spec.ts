import fc from 'fast-check';
import {
  CONVERSATION_ICON,
  errorCodeNames,
  FIELD_ID,
  fieldTypeOfLetter,
  fieldTypes,
  iconOfFormat,
  KEY_VALUE_KEY,
  keyValueTypes,
  KV_SCHEMA_ID,
  letterOfFieldType,
  LINK_ICON,
  resourceStatuses,
  SLUG,
  textFormats,
} from './identifiers';

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

describe('names on the wire', () => {
  it('of field types have their letters, that of a link being u', () => {
    expect(letterOfFieldType).toEqual({
      text: 't',
      file: 'f',
      link: 'u',
      conversation: 'c',
      generic: 'a',
      key_value: 'k',
    });
  });

  it('of error codes are in their order', () => {
    expect([...errorCodeNames]).toEqual(['GENERIC', 'EXTRACT', 'PROCESS', 'DATAAUGMENTATION', 'INDEX']);
  });

  it('of statuses, formats and types of values are those that clients send', () => {
    expect([...resourceStatuses].sort()).toEqual(['BLOCKED', 'EMPTY', 'ERROR', 'EXPIRED', 'PENDING', 'PROCESSED']);
    expect([...keyValueTypes].sort()).toEqual(['boolean', 'date', 'float', 'integer', 'text']);
    expect(textFormats).toHaveLength(8);
  });

  it('of icons follow from the format of a text', () => {
    expect(iconOfFormat).toEqual({
      PLAIN: 'text/plain',
      HTML: 'text/html',
      RST: 'text/x-rst',
      MARKDOWN: 'text/markdown',
      KEEP_MARKDOWN: 'text/markdown',
      JSON: 'application/json',
      JSONL: 'application/x-ndjson',
      PLAIN_BLANKLINE_SPLIT: 'text/plain+blankline',
    });
    expect([LINK_ICON, CONVERSATION_ICON]).toEqual(['application/svc-link', 'application/conversation']);
  });
});

describe('ids of schemas and keys of their fields', () => {
  it('of schemas are those of fields, but shorter', () => {
    const ids = fc.string({ unit: fc.constantFrom('a', 'Z', '0', ':', '_', '-', '.', ' ', 'ä'), maxLength: 70 });
    fc.assert(
      fc.property(ids, (id) => {
        expect(KV_SCHEMA_ID.test(id)).toBe(FIELD_ID.test(id) && id.length <= 64);
      }),
    );
  });

  it('of fields are any texts without slash and dot', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 64, unit: 'grapheme' }), (key) => {
        if ([...key].length <= 64) expect(KEY_VALUE_KEY.test(key)).toBe(!/[/.]/.test(key));
      }),
    );
    expect([KEY_VALUE_KEY.test('😀'.repeat(64)), KEY_VALUE_KEY.test('😀'.repeat(65))]).toEqual([true, false]);
  });
});
