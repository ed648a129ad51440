import { preferredLanguage } from './language';

describe('the preferred language', () => {
  it.each([
    [['es-MX', 'en'], 'es'],
    [['de-AT', 'ES'], 'es'],
    [['de', 'fr'], 'en'],
    [[], 'en'],
  ])('of %j is %s', (wanted, language) => {
    expect(preferredLanguage(wanted)).toBe(language);
  });
});
