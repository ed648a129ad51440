import fc from 'fast-check';
import { refusals } from '../validation/refused.fixture';
import { beyond, map, text } from '../validation/requests.fixture';
import { validate } from '../validation/validate';
import {
  METADATA_ENTRIES_MAX,
  METADATA_JSON_CHARS_MAX,
  METADATA_KEY_CHARS_MAX,
  METADATA_VALUE_CHARS_MAX,
} from './limits';
import { TextMap } from './text-map';

class Noted {
  @TextMap() notes: Record<string, string> = {};
}
const kept = (notes: unknown) => validate(Noted, { notes }).notes;
const entries = (count: number, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));
const refused = expect.objectContaining({ code: 'invalid_request' });

describe('a dictionary of texts', () => {
  it('is kept as it was sent', () => {
    const keys = fc.string({ minLength: 1, maxLength: 20 }).filter((key) => key !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(keys, fc.string(), { maxKeys: 10 }), (notes) => {
        expect(kept(notes)).toEqual({ ...notes });
      }),
    );
  });

  it('holds as much as it may', () => {
    expect(Object.keys(kept(entries(METADATA_ENTRIES_MAX, 'v')))).toHaveLength(METADATA_ENTRIES_MAX);
    const longest = { ['k'.repeat(METADATA_KEY_CHARS_MAX)]: 'v'.repeat(METADATA_VALUE_CHARS_MAX) };
    expect(kept(longest)).toEqual(longest);
  });

  it.each([
    ['of other things than texts', { a: 1 }],
    ['of nested ones', { a: { b: 'c' } }],
    ['that is a list', ['a']],
    ['with too many entries', entries(METADATA_ENTRIES_MAX + 1, 'v')],
    ['with too long a key', { ['k'.repeat(METADATA_KEY_CHARS_MAX + 1)]: 'v' }],
    ['with too long a value', { k: 'v'.repeat(METADATA_VALUE_CHARS_MAX + 1) }],
    [
      'that is too large as a whole',
      entries(Math.ceil(METADATA_JSON_CHARS_MAX / METADATA_VALUE_CHARS_MAX), 'v'.repeat(METADATA_VALUE_CHARS_MAX)),
    ],
  ])('%s is refused', (_, notes) => {
    expect(() => kept(notes)).toThrow(refused);
  });

  it('has at most 1,000 entries, keys of 1,024 characters, values of 65,536, and 400,000 characters of JSON', () => {
    const refused = (notes: object) => refusals(Noted, { notes });
    expect(beyond(1_000, (size) => refused(map(size, () => 'v')))).toEqual([
      'notes: Dictionary should have at most 1000 items after validation, not 1001',
    ]);
    expect(beyond(1_024, (size) => refused({ [text(size)]: 'v' }))).toEqual([
      expect.stringMatching(/\.\[key\]: Value error, a key has at most 1024 characters$/),
    ]);
    expect(beyond(65_536, (size) => refused({ k: text(size) }))).toEqual([
      'notes.k: String should have at most 65536 characters',
    ]);
    const seven = (size: number) => map(7, (index) => text(index < 6 ? 60_000 : size));
    const others = JSON.stringify(seven(0)).length;
    expect(beyond(400_000 - others, (size) => refused(seven(size)))).toEqual([
      'notes: Value error, longer than 400000 characters of JSON',
    ]);
  });
});
