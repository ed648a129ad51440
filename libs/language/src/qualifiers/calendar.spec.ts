import { foldText } from '@lectern/text';
import { calendarNameIn, calendarNamesLike } from './calendar';

const named = (text: string, language: string, isTime = false) => {
  const found = calendarNameIn({ text, folded: foldText(text) }, language, isTime);
  return found && [found.kind, ...found.values];
};
const week = [1, 2, 3, 4, 5, 6, 7];

describe('a name of the calendar', () => {
  it.each([
    ['January', 'en', 'month', [1]],
    ['Sept', 'en', 'month', [9]],
    ['Mittwoch', 'de', 'weekday', [3]],
    ['Jänner', 'de', 'month', [1]],
    ['Sonnabend', 'de', 'weekday', [6]],
    ['février', 'fr', 'month', [2]],
    ['miércoles', 'es', 'weekday', [3]],
    ['agosto', 'it', 'month', [8]],
    ['星期三', 'zh', 'weekday', [3]],
    ['周日', 'zh', 'weekday', [7]],
    ['礼拜天', 'zh', 'weekday', [7]],
    ['يناير', 'ar', 'month', [1]],
    ['شباط', 'ar', 'month', [2]],
  ])('%s (%s) is a %s', (text, language, kind, values) => {
    expect(named(text, language)).toEqual([kind, ...values]);
  });

  it('may name several days at once', () => {
    expect(named('weekend', 'en')).toEqual(['weekday', 6, 7]);
    expect(named('werktags', 'de')).toEqual(['weekday', 1, 2, 3, 4, 5]);
    expect(named('daily', 'en')).toEqual(['weekday', ...week]);
    expect(named('每天', 'zh')).toEqual(['weekday', ...week]);
  });

  it('is understood in the plural', () => {
    expect([named('Fridays', 'en'), named('montags', 'de'), named('lundis', 'fr')]).toEqual([
      ['weekday', 5],
      ['weekday', 1],
      ['weekday', 1],
    ]);
  });

  it('in English is understood everywhere', () => {
    expect(named('October', 'de')).toEqual(['month', 10]);
    expect(named('October', 'xx')).toEqual(['month', 10]);
    expect(named('October', '')).toEqual(['month', 10]);
  });

  it('of another language is not', () => {
    expect(named('février', 'de')).toBeUndefined();
  });

  it('that is another word too needs a capital, or a word of time before it', () => {
    for (const [text, month] of [
      ['may', 5],
      ['march', 3],
    ] as const) {
      expect(named(text, 'en')).toBeUndefined();
      expect(named(text, 'en', true)).toEqual(['month', month]);
      expect(named(text[0]?.toUpperCase() + text.slice(1), 'en')).toEqual(['month', month]);
    }
  });

  it('is no other word', () => {
    for (const word of ['', 'moon', '2024', 'yesterday']) expect(named(word, 'en')).toBeUndefined();
  });

  it('has other forms, in its language and in English', () => {
    const like = calendarNamesLike({ kind: 'month', values: [3] }, 'de');
    expect([...like]).toEqual(expect.arrayContaining(['marz', 'march', 'mar']));
    expect(like.has('mai')).toBe(false);
    expect(calendarNamesLike({ kind: 'weekday', values: [3] }, 'en').has('march')).toBe(false);
  });
});
