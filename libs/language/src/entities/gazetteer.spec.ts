import { countryNames, kindOfName } from './gazetteer';

describe('names that are known', () => {
  it.each([
    ['en', 'germany'],
    ['de', 'deutschland'],
    ['fr', 'allemagne'],
    ['es', 'alemania'],
    ['zh', '德国'],
    ['ar', 'ألمانيا'],
  ])('of countries in %s have %s', (language, name) => {
    expect(countryNames(language).has(name)).toBe(true);
  });

  it('of countries are no unions and no codes', () => {
    const names = countryNames('en');
    for (const name of ['european union', 'united nations', 'zz', 'world']) expect(names.has(name)).toBe(false);
    expect(names.size).toBeGreaterThan(200);
  });

  it('of countries in an unknown language are those in English, or none', () => {
    expect(countryNames('').has('germany')).toBe(true);
    expect([...countryNames('no language')]).toEqual([]);
  });

  it.each([
    ['anna', 'first'],
    ['berlin', 'place'],
    ['josé', 'first'],
    ['qwertyuiop', undefined],
    ['x', undefined],
  ])('%s is of the kind %s', (name, kind) => {
    expect(kindOfName(name)).toBe(kind);
  });
});
