import fc from 'fast-check';
import { analysedSoFar } from './analysed-texts';
import { splitSentences } from './sentence';
import { knownStems, sentencesOnce, stemsOnce, wordsOfSentence, wordsOnce } from './sentence-words';
import { stems, words } from './word';

const languages = fc.constantFrom('en', 'de', 'fr', 'zh', 'th', 'ru', 'he', '');
const pieces = fc.constantFrom(
  ...['Tides', 'rise', 'U.S.', 'e.g.', '3.5', 'KT40.077', '.NET', 'C++', 'C#', "l'eau", "moon's", 'x-200', '2,5', '№'],
  ...['. ', '.', '! ', '? ', '… ', '。', '！', ', ', ' - ', '-', ' ', '  ', '\n', '\n\n', '\t', '\r\n', '\u00a0'],
  ...['\n- ', '\n* ', '\n# ', '| ', '> ', '1. ', '(a) ', '\u3000', '\ufeff', '\u00ad', '’', "'", '“', '”', '_', '&'],
  ...['潮汐', 'の海', 'กระแสน้ำ', 'Küste', 'море', 'м', '’я', 'שלום', '״', 'col·legi', '😀', '𝒳', '\ud800', '+', '#'],
);
const texts = fc.array(pieces, { maxLength: 30 }).map((all) => all.join(''));

describe('words of sentences that are read once', () => {
  it('are those of the text, and so are its stems and its sentences', () => {
    fc.assert(
      fc.property(texts, languages, (text, language) => {
        expect([...wordsOnce(text, language)]).toEqual([...words(text, language)]);
        expect(stemsOnce(text, language)).toEqual(stems(text, language));
        expect(knownStems(text, language)).toEqual(stems(text, language));
        expect(wordsOfSentence(text, language)).toEqual([...words(text, language)]);
        expect(sentencesOnce(text, language)).toEqual(splitSentences(text, language));
      }),
      { numRuns: 3_000 },
    );
  });

  const during = (read: () => unknown) => {
    const before = analysedSoFar()['words'] ?? 0;
    read();
    return (analysedSoFar()['words'] ?? 0) - before;
  };

  it('are read once, whether alone, in a text, in a list or across lines', () => {
    const [one, other] = ['Spring tides come with the full moon.', 'Neap tides come\nwhen it is half full.'];
    expect(during(() => wordsOnce(`${one} ${other}`, 'en'))).toBe(2);
    expect(knownStems(`- ${one}\n- ${other}`, 'en')).toBeUndefined();
    const again = () => [
      wordsOfSentence(one, 'en'),
      wordsOnce(other.replace('\n', ' '), 'en'),
      wordsOnce(`- ${one}\n- ${other}`, 'en'),
      wordsOnce(`# ${one}\n\n${other}`, 'en'),
      stemsOnce(`${other} ${one}`, 'en'),
    ];
    expect(during(again)).toBe(0);
    expect(knownStems(`- ${one}\n- ${other}`, 'en')).toEqual(stems(`${one} ${other}`, 'en'));
  });

  it('are not known of a text of which a sentence was not read, nor in another language', () => {
    wordsOnce('The ropes hang.', 'en');
    sentencesOnce('The ropes hang. The nets dry.', 'en');
    expect(knownStems('The ropes hang. The nets dry.', 'en')).toBeUndefined();
    expect(knownStems('The ropes hang.', 'de')).toBeUndefined();
  });

  it('of very long texts are not kept', () => {
    const text = 'Buoy after buoy is lit. '.repeat(1_000);
    expect(during(() => wordsOnce(text, 'en'))).toBe(0);
    expect([...wordsOnce(text, 'en')]).toEqual([...words(text, 'en')]);
  });
});
