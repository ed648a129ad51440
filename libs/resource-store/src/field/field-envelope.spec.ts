import fc from 'fast-check';
import type { LinkFieldValue } from '@lectern/contracts/knowledge-box';
import { withoutSecrets, withSecrets } from './field-envelope';

const link: LinkFieldValue = {
  added: '2026-05-01T10:00:00',
  uri: 'https://example.org',
  headers: { Authorization: 'Bearer abc', Accept: '' },
  cookies: { session: '123' },
  language: '',
  localstorage: {},
  css_selector: '',
  xpath: '',
  extract_strategy: '',
  split_strategy: '',
};

describe('The secrets of a field', () => {
  it('are blanked, and their names stay', () => {
    expect(withoutSecrets(link)).toEqual({
      value: { ...link, headers: { Authorization: '', Accept: '' }, cookies: { session: '' } },
      secrets: { headers: { Authorization: 'Bearer abc', Accept: '' }, cookies: { session: '123' } },
    });
  });

  it('are none where there are no values', () => {
    const plain = { ...link, headers: {}, cookies: { session: '' } };
    expect(withoutSecrets(plain)).toEqual({ value: plain });
    expect(withoutSecrets('a title')).toEqual({ value: 'a title' });
  });

  it('make the value what it was, whatever they are', () => {
    const texts = fc.dictionary(fc.string(), fc.string({ minLength: 12 }));
    fc.assert(
      fc.property(texts, texts, texts, (headers, cookies, localstorage) => {
        const given = { ...link, headers, cookies, localstorage };
        const { value, secrets } = withoutSecrets(given);
        const json = JSON.stringify(value);
        const names = new Set([headers, cookies, localstorage].flatMap((named) => Object.keys(named)));
        const hidden = [headers, cookies, localstorage].flatMap((named) => Object.values(named));
        expect(hidden.filter((text) => !names.has(text) && json.includes(JSON.stringify(text)))).toEqual([]);
        expect(secrets ? withSecrets(value, secrets) : value).toEqual(given);
      }),
    );
  });
});
