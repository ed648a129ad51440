import { LANGUAGES_MAX, METADATA_ENTRIES_MAX } from '@lectern/contracts/knowledge-box';
import { mergedLanguages, mergedMetadata } from './new-resource';

const entries = (count: number, value = '') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));
const refused = expect.objectContaining({ code: 'invalid_request', message: expect.stringMatching(/\d/) });

describe('metadata that changes add to', () => {
  it('keeps what is not named', () => {
    expect(mergedMetadata({ a: '1', b: '2' }, { b: '3', c: '4' })).toEqual({ a: '1', b: '3', c: '4' });
    expect(mergedLanguages(['en', 'de'], ['de', 'fr'])).toEqual(['en', 'de', 'fr']);
  });

  it('never grows beyond what one request may have', () => {
    const full = entries(METADATA_ENTRIES_MAX);
    expect(mergedMetadata(full, { k0: 'x' })).toMatchObject({ k0: 'x' });
    expect(() => mergedMetadata(full, { another: 'x' })).toThrow(refused);
    expect(() =>
      mergedMetadata(entries(5, 'x'.repeat(60_000)), { a: 'x'.repeat(60_000), b: 'x'.repeat(60_000) }),
    ).toThrow(refused);
    const languages = Array.from({ length: LANGUAGES_MAX }, (_, i) => `l${i}`);
    expect(mergedLanguages(languages, ['l0'])).toHaveLength(LANGUAGES_MAX);
    expect(() => mergedLanguages(languages, ['en'])).toThrow(refused);
  });
});
