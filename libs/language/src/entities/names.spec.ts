import fc from 'fast-check';
import { nameMentions } from './names';

const named = (text: string, language = 'en', people: readonly string[] = []) =>
  nameMentions(text, language, people)
    .mentions.toSorted((a, b) => a.start - b.start)
    .map(({ label, name }) => `${label} ${name}`);

describe('names that begin with capitals', () => {
  it.each([
    ['We met Prime Minister Ana Duarte.', ['PERSON Ana Duarte']],
    [
      'The plan of Ana Duarte and Peter Novak of Norway failed.',
      ['PERSON Ana Duarte', 'PERSON Peter Novak', 'GPE Norway'],
    ],
    ['It was “late”, said Alvarsson Brink.', ['PERSON Alvarsson Brink']],
    ['The pump of Maria de la Cruz leaks.', ['PERSON Maria de la Cruz']],
    ['We wrote to J. R. Smith.', ['PERSON J. R. Smith']],
  ])('are of people in %j', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it.each([
    ['She works for the Ministry of Trade and Industry.', ['ORG Ministry of Trade and Industry']],
    ['It joins the Bank of Spain and the University of Ghent.', ['ORG Bank of Spain', 'ORG University of Ghent']],
    ['We asked Alder & Brink about it.', ['ORG Alder & Brink']],
  ])('are of organisations in %j', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it.each([
    ['They live in Orange County.', ['GPE Orange County']],
    ['They climbed Mount Brink.', ['LOC Mount Brink']],
    ['It is common in Europe and in Peru.', ['LOC Europe', 'GPE Peru']],
  ])('are of places in %j', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it('are known as a person from an earlier text by the family name', () => {
    expect(named('Later Alvarsson closed it.')).toEqual([]);
    expect(named('Later Alvarsson closed it.', 'en', ['Tomas Alvarsson'])).toEqual(['PERSON Tomas Alvarsson']);
  });

  it('are nobody’s where two people have the same family name', () => {
    expect(named('Later Alvarsson closed it.', 'en', ['Tomas Alvarsson', 'Ida Alvarsson'])).toEqual([]);
  });

  it('are of a person who is named once whole and then by the family name', () => {
    const text = 'It was opened by Orvin Tellgren. Then Tellgren left.';
    expect(named(text)).toEqual(['PERSON Orvin Tellgren', 'PERSON Orvin Tellgren']);
    expect(named('It was opened by Orvin Tellgren. Then everybody left.')).toEqual([]);
  });

  it('are of something else where they come again inside sentences', () => {
    const text = 'We use Quill Lantern. They use Quill Lantern too.';
    expect(named(text)).toEqual(['MISC Quill Lantern', 'MISC Quill Lantern']);
    expect(named('We use Quill Lantern. They use nothing.')).toEqual([]);
  });

  it('are not found again in German, where every noun has a capital', () => {
    expect(named('Wir nutzen Quill Lantern. Sie nutzen Quill Lantern auch.', 'de')).toEqual([]);
  });

  it('are not found in words that only begin a sentence', () => {
    expect(named('The pump leaks. Pumps often leak. Leaks are bad.')).toEqual([]);
  });

  it('are as they stand in the text, in UTF-16, whatever it says', () => {
    const word = fc.constantFrom(
      ...[
        'Ana',
        'Duarte',
        'of',
        'the',
        'Bank',
        'Norway',
        'said',
        'and',
        'Mr.',
        '&',
        '😀',
        ',',
        '.',
        '\n',
        'Europe',
        "Ana's",
      ],
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const text = words.join(' ');
        const { mentions, isCut } = nameMentions(text, 'en');
        expect(isCut).toBe(false);
        for (const { start, end } of mentions) {
          expect(start).toBeLessThan(end);
          expect(text.slice(start, end)).toMatch(/^[\p{L}&].*[\p{L}.&]$/su);
        }
      }),
    );
  });
});
