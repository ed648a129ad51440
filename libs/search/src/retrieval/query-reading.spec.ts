import fc from 'fast-check';
import { queryLanguage } from './query-reading';

const ENGLISH = 'Where does the river flow when the moon is full and the sea is high?';
const GERMAN = 'Wohin fließt der Fluss, wenn der Mond voll ist und das Meer hoch steht?';

describe('the language of a query', () => {
  it('is that of a collection in one language, where the query does not clearly have another', () => {
    const hardlyAny = fc.constantFrom('', '42', 'NATS', 'x', '???');
    fc.assert(
      fc.property(
        hardlyAny,
        fc.constantFrom('de', 'en', 'fr'),
        fc.double({ min: 0.9, max: 1, noNaN: true }),
        (query, main, share) => expect(queryLanguage(query, { [main]: share })).toBe(main),
      ),
    );
    expect(queryLanguage(ENGLISH, { de: 1 })).toBe('en');
  });

  it('is its own in a collection of several languages', () => {
    expect(queryLanguage(GERMAN, { en: 0.6, de: 0.4 })).toBe('de');
    expect(queryLanguage(ENGLISH, { de: 0.6, en: 0.4 })).toBe('en');
  });

  it('is the most frequent of the collection when there is no telling', () => {
    expect(queryLanguage('42', { fr: 0.6, de: 0.4 })).toBe('fr');
    expect(queryLanguage('42', {})).toBe('');
  });

  it('is its own where nothing is known of the collection', () => {
    expect(queryLanguage(GERMAN, {})).toBe('de');
  });
});
