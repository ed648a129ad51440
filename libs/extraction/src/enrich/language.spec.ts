import fc from 'fast-check';
import { languageOfPart, languageOfText, languagesOf } from './language';

const english = 'The keeper of the northern lock writes down every boat that passes, its name and the hour. ';
const german = 'Der Wärter der nördlichen Schleuse schreibt jedes Boot auf, das hindurchfährt, mit Namen und Uhrzeit. ';

describe('the language of a text', () => {
  it('is what the caller says, whatever the text looks like', () => {
    expect(languageOfText(english, { given: 'de-AT', declared: 'fr' })).toBe('de');
  });

  it('is what most of it is written in, wherever that is', () => {
    expect(languageOfText(english)).toBe('en');
    expect(languageOfText(english.repeat(7) + german.repeat(100))).toBe('de');
  });

  it('is what the document declares where the text does not tell', () => {
    expect(languageOfText('4711 / 0815', { declared: 'pt-BR' })).toBe('pt');
    expect(languageOfText('4711 / 0815')).toBe('');
    expect(languageOfText(german, { declared: 'en' })).toBe('de');
  });
});

describe('the language of a part', () => {
  it('is its own when it is long enough to tell, else that of the whole', () => {
    expect(languageOfPart(german, 'en')).toBe('de');
    expect(languageOfPart('Der Wärter.', 'en')).toBe('en');
    expect(languageOfPart('0815 '.repeat(50), 'en')).toBe('en');
  });
});

describe('the languages of a document', () => {
  it('are the main one, then those of a tenth of it and more, most used first', () => {
    const chars = new Map([
      ['fr', 9],
      ['de', 20],
      ['en', 40],
      ['', 10],
      ['it', 21],
    ]);
    expect(languagesOf(chars, 'en')).toEqual(['en', 'it', 'de']);
    expect(languagesOf(new Map(), '')).toEqual([]);
  });

  it('are each named once, however the text is divided', () => {
    const counts = fc.dictionary(fc.constantFrom('en', 'de', 'fr', 'it', ''), fc.nat(1_000));
    fc.assert(
      fc.property(counts, fc.constantFrom('en', 'de', ''), (chars, main) => {
        const languages = languagesOf(new Map(Object.entries(chars)), main);
        expect(new Set(languages).size).toBe(languages.length);
        expect(languages).not.toContain('');
        if (main !== '') expect(languages[0]).toBe(main);
      }),
      { seed: 7 },
    );
  });
});
