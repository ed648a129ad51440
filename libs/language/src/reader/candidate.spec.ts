import { words } from '@lectern/text';
import { hasCapitalNouns, isCandidate } from './candidate';
import type { AnswerKind } from './question-words';

const candidates = (kind: AnswerKind, text: string, language = 'en') =>
  [...words(text, language)].filter((word) => isCandidate(kind, word, language)).map((word) => word.text);

describe('the words of a text that may be the answer', () => {
  it.each([
    ['time', 'It came on Monday, 3 March, in the 20th century.', ['Monday', '3', 'March', '20th', 'century']],
    ['time', 'It may come in spring.', []],
    ['number', 'It has two wheels, 45 lamps, a dozen seats and many doors.', ['two', '45', 'dozen']],
    ['reason', 'It was late because it rained, thus wet.', ['because', 'thus']],
    ['person', 'Yesterday the pump of Ana Duarte broke.', ['Yesterday', 'Ana', 'Duarte']],
    ['place', 'It was built in Lima by hand.', ['Lima']],
    ['name', 'We call it Quill.', ['Quill']],
    ['other', 'The pump is old.', ['pump', 'old']],
  ] as const)('to a question for a %s are in %j %j', (kind, text, expected) => {
    expect(candidates(kind, text)).toEqual(expected);
  });

  it.each([
    ['de', 'Er kam am Dienstag im Mai oder März.', ['Dienstag', 'Mai', 'März']],
    ['es', 'Vino el miércoles en agosto, en este siglo.', ['miércoles', 'agosto', 'siglo']],
    ['fr', 'Il est venu lundi en février.', ['lundi', 'février']],
    ['xx', 'It came on Friday in June.', ['Friday', 'June']],
  ])('to a question for a time are the names of the calendar in %s', (language, text, expected) => {
    expect(candidates('time', text, language)).toEqual(expected);
  });

  it('to a question for a time are all days of the week and all months', () => {
    const days = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday';
    const months = 'January February March April June July August September October November December';
    expect(candidates('time', `${days} ${months}`).join(' ')).toBe(`${days} ${months}`);
  });

  it.each([
    ['es', 'Tiene veinte asientos.', ['veinte']],
    ['fr', 'Il a onze roues.', ['onze']],
    ['de', 'Es hat zwölf Räder.', ['zwölf']],
  ])('to a question for a number are words for numbers in %s', (language, text, expected) => {
    expect(candidates('number', text, language)).toEqual(expected);
  });

  it('are numbers in Chinese characters, too', () => {
    expect(candidates('number', '三百盏灯', 'zh').join('')).toMatch(/^三百/);
    expect(candidates('number', '很多灯', 'zh')).toEqual([]);
  });

  it('may be any noun for a name where capitals tell nothing', () => {
    expect(candidates('person', 'die alte Pumpe leckt', 'de')).toEqual(expect.arrayContaining(['Pumpe', 'leckt']));
    expect(candidates('person', 'القمر يجذب', 'ar')).toHaveLength(2);
    expect(candidates('person', 'the old pump leaks')).toEqual([]);
  });

  it.each([
    ['de', true],
    ['lb', true],
    ['en', false],
    ['', false],
  ])('every noun has a capital in %j: %s', (language, expected) => {
    expect(hasCapitalNouns(language)).toBe(expected);
  });
});
