import fc from 'fast-check';
import { words } from '@lectern/text';
import { alternativesIn, pinsOf } from './pin';
import { verdictIn, verdictOn } from './pin-check';

const read = (text: string, language = 'en') => ({ text, words: [...words(text, language)], language });
const pins = (text: string, language = 'en') =>
  pinsOf(read(text, language)).map(({ kind, value }) => `${kind} ${value}`);
const alternatives = (text: string) => alternativesIn(read(text)).map((group) => group.map(({ value }) => value));
/** What a text says of the first pin of a question. */
const verdict = (question: string, text: string) => {
  const [pin] = pinsOf(read(question));
  if (!pin) throw new Error(`No pin in ${question}`);
  return verdictIn(pin, pinsOf(read(text)));
};

describe('what pins down which one is meant', () => {
  it.each([
    ['firmware 4.1', ['number 4.1']],
    ['vaccine C', ['letter c']],
    ['the office in May', ['month 5']],
    ['you may leave', []],
    ['opened in 1857', ['year 1857']],
    ['on Fridays', ['weekday 5']],
    ['room twelve', ['number 12']],
    ['the third floor', ['number 3']],
    ['model P200', ['number 200']],
    ['version v2', ['number 2']],
    ['chapter IV', ['number 4']],
    ['volume I', ['number 1']],
    ['article 05', ['number 5']],
    ['the 20th', ['number 20']],
    ['a vitamin for the skin', []],
  ])('in %j is %j', (text, found) => {
    expect(pins(text)).toEqual(found);
  });

  it.each([
    ['de', 'im März', ['month 3']],
    ['fr', 'le troisième étage', ['number 3']],
    ['zh', '3月', ['month 3']],
  ])('is found in other languages: %s, %j', (language, text, found) => {
    expect(pins(text, language)).toEqual(expect.arrayContaining(found));
  });

  it('is each value in between, where a range is named', () => {
    expect(pins('sections 7 to 9')).toEqual(['number 7', 'number 9', 'number 8']);
    expect(pins('April – June')).toEqual(['month 4', 'month 6', 'month 5']);
    expect(pins('November to February')).toEqual(expect.arrayContaining(['month 12', 'month 1']));
    expect(pins('Friday to Monday')).toEqual(expect.arrayContaining(['weekday 6', 'weekday 7']));
  });

  it('is no value in between, where two are listed', () => {
    expect(pins('sections 7 and 9')).toEqual(['number 7', 'number 9']);
    expect(pins('April or June')).toEqual(['month 4', 'month 6']);
  });

  it('is not every value of a very long range', () => {
    expect(pins('rooms 1 to 5000').length).toBe(2);
  });

  it('is the month and the year of a date, in either order of day and month where both are possible', () => {
    expect(pins('on 2025-05-09')).toEqual(expect.arrayContaining(['month 5', 'year 2025']));
    expect(pins('am 09.05.2025', 'de')).toEqual(expect.arrayContaining(['month 5', 'year 2025']));
    expect(pins('on 9/5/2025')).toEqual(expect.arrayContaining(['month 5', 'month 9']));
    expect(pins('on 19/5/2025')).not.toContain('month 19');
  });

  it('belongs to the words beside it, and in a list to those of the whole list', () => {
    const headsOf = (text: string) => pinsOf(read(text)).map(({ heads }) => heads);
    expect(headsOf('room 12')).toEqual([['room']]);
    const [, , third = []] = headsOf('rooms 10, 12 and 14');
    expect(third).toEqual(expect.arrayContaining(['room']));
  });

  it('may be one of several that a question names', () => {
    expect(alternatives('rooms 12 or 14')).toEqual([['12', '14']]);
    expect(alternatives('in March and April')).toEqual([['3', '4']]);
    expect(alternatives('room 12 in March')).toEqual([['12'], ['3']]);
  });

  it('is found in any text without failing, at positions of words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const given = read(text);
        for (const { at } of pinsOf(given)) expect(given.words[at]).toBeDefined();
      }),
      { seed: 23, numRuns: 60 },
    );
  });
});

describe('what a text says of it', () => {
  it.each([
    ['room 12', 'Room 12 is closed.', 'said'],
    ['room 12', 'Room 14 is closed.', 'contradicted'],
    ['room 12', 'The hall is closed.', 'absent'],
    ['room 12', 'Rooms 10 to 14 are closed.', 'said'],
    ['in May', 'Opens in June.', 'contradicted'],
    ['in May', 'Opens from April to June.', 'said'],
    ['in 1857', 'In 1860 it closed.', 'contradicted'],
    ['chapter 4', 'Chapter IV is long.', 'said'],
    ['the third floor', 'Floor 3 is quiet.', 'said'],
    ['vaccine C', 'Vaccine A is free.', 'contradicted'],
    ['on Friday', 'Closed on weekends.', 'contradicted'],
    ['on Saturday', 'Closed on weekends.', 'said'],
  ])('%j in %j is %s', (question, text, expected) => {
    expect(verdict(question, text)).toBe(expected);
  });

  it('is decided by the nearest place that has a value of its kind', () => {
    const [pin] = pinsOf(read('room 12'));
    const of = (text: string) => pinsOf(read(text));
    if (!pin) throw new Error('No pin');
    expect(verdictOn(pin, { layers: [of('It is open.'), of('Room 12')], before: [], after: [] })).toBe('said');
    expect(verdictOn(pin, { layers: [[]], before: [of('Room 14'), of('Room 12')], after: [] })).toBe('contradicted');
    expect(verdictOn(pin, { layers: [[]], before: [of('Room 12'), of('Room 14')], after: [] })).toBe('said');
    expect(verdictOn(pin, { layers: [[]], before: [], after: of('Room 12') })).toBe('said');
    expect(verdictOn(pin, { layers: [[]], before: [], after: of('Room 14') })).toBe('absent');
  });
});
