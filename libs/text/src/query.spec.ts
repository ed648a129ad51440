import fc from 'fast-check';
import { parseQuery, QUERY_TERMS_MAX, TERM_REPEATS_MAX, withoutExclusions } from '.';

describe('parseQuery', () => {
  it('reads words, phrases and exclusions', () => {
    expect(parseQuery('What pulls the "Deep Seas" -moons -"Low Tides"', ['en'])).toEqual({
      terms: ['pull'],
      phrases: [['deep', 'seas']],
      excluded: ['moon'],
      excludedPhrases: [['low', 'tides']],
      words: ['pulls'],
    });
  });

  it('stems for every language of the collection, and says once what is the same', () => {
    expect(parseQuery('Häuser hunting', ['en', 'de', '']).terms).toEqual(['hauser', 'haus', 'hunt', 'hunting']);
    expect(parseQuery('radio', ['en', 'de', 'fr']).terms).toEqual(['radio']);
  });

  it('repeats a term that a question repeats, to a limit', () => {
    expect(parseQuery('titles of articles about titles', ['en']).terms).toEqual(['titl', 'titl', 'articl']);
    expect(parseQuery('sea '.repeat(50), ['en']).terms).toHaveLength(TERM_REPEATS_MAX);
  });

  it('looks for stop words as phrases when there is nothing else', () => {
    expect(parseQuery('The Who', ['en'])).toEqual({
      terms: [],
      phrases: [['the', 'who'], ['the'], ['who']],
      excluded: [],
      excludedPhrases: [],
      words: ['the', 'who'],
    });
    const { phrases } = parseQuery('to be or not to be', ['en', 'de']);
    expect(phrases[0]).toEqual(['to', 'be', 'or', 'not', 'to', 'be']);
  });

  it('looks for synonyms besides the words that have them, and for several words as a phrase', () => {
    const synonyms = { car: ['automobile', 'motor vehicle'], Moon: ['Luna'], tree: [] };
    expect(parseQuery('A (car), tree', ['en'], synonyms)).toEqual({
      terms: ['car', 'tree', 'automobil'],
      phrases: [['motor', 'vehicle']],
      excluded: [],
      excludedPhrases: [],
      words: ['car', 'tree', 'automobile'],
    });
  });

  it('has no synonyms of words in other letters, in quotation marks or excluded', () => {
    const synonyms = { Moon: ['Luna'], car: ['automobile'] };
    const queries = ['moon', '"car"', 'sea -car', 'cars', 'constructor', '__proto__'];
    for (const query of queries) expect(parseQuery(query, ['en'], synonyms)).toEqual(parseQuery(query, ['en']));
    expect(parseQuery('Moon', ['en'], synonyms).terms).toEqual(['moon', 'luna']);
  });

  it('takes a synonym as words, whatever it contains', () => {
    expect(parseQuery('car', ['en'], { car: ['"', ' ', '-auto', '"big auto"'] })).toMatchObject({
      terms: ['car', 'auto'],
      phrases: [['big', 'auto']],
      excluded: [],
    });
  });

  it('is empty for an empty query', () => {
    const empty = { terms: [], phrases: [], excluded: [], excludedPhrases: [], words: [] };
    expect(parseQuery('', ['en'])).toEqual(empty);
    expect(parseQuery(' "" - * ?! ', ['en', 'zh'])).toEqual(empty);
  });

  it('takes operators of other languages for what they are: nothing', () => {
    const { terms, excluded, phrases } = parseQuery('-* (moon^2 AND sea~) title:tide* "half open --flag [1 TO', ['en']);
    expect(terms).toEqual(['moon', '2', 'sea', 'titl', 'tide', 'half', 'open', 'flag', '1']);
    expect([excluded, phrases]).toEqual([[], []]);
  });

  it('excludes nothing by a hyphen inside or after a word', () => {
    expect(parseQuery('e-mail co- 3 - 4', ['en']).excluded).toEqual([]);
  });

  it.each([
    ['de', 'Privatpersonen und -organisationen', 'organisationen'],
    ['de', 'Holzkisten oder -paletten', 'paletten'],
    ['nl', 'waterleidingen en -meters', 'meters'],
    ['sv', 'bostadshus och -rätter', 'rätter'],
    ['da', 'skattekort eller -regler', 'regler'],
  ])('takes a dash after a conjunction for the half of a compound (%s): %s', (language, query, half) => {
    const { terms, excluded } = parseQuery(query, [language]);
    expect(excluded).toEqual([]);
    expect(terms).toEqual(expect.arrayContaining([...parseQuery(half, [language]).terms]));
    expect(withoutExclusions(query)).toBe(query);
  });

  it('excludes a word after others, and a name after a conjunction', () => {
    expect(parseQuery('Kisten -paletten', ['de']).excluded).toHaveLength(1);
    expect(parseQuery('Kisten und Paletten -Holz', ['de']).excluded).toHaveLength(1);
    expect(parseQuery('Hamburg oder -Berlin', ['de']).excluded).toHaveLength(1);
  });

  it('takes a dash before a number for its sign', () => {
    expect(parseQuery('below -12.5 degrees', ['en'])).toMatchObject({ excluded: [], terms: ['12.5', 'degre'] });
  });

  it.each([
    'build -fno-rtti -O2 --target=arm64',
    'tar -x -f backup.tar.gz',
    'docker run -it --rm -name web',
    'ls -la',
    'cmake -DTESTS=off -verbose',
  ])('excludes nothing in a command that was pasted: %s', (query) => {
    const { excluded, excludedPhrases } = parseQuery(query, ['en']);
    expect([excluded, excludedPhrases, withoutExclusions(query)]).toEqual([[], [], query]);
  });

  it('excludes what follows NOT, in a command, too', () => {
    expect(parseQuery('tide NOT moons', ['en'])).toMatchObject({ terms: ['tide'], excluded: ['moon'] });
    expect(parseQuery('NOT "low tides" sea', ['en'])).toMatchObject({ excludedPhrases: [['low', 'tides']] });
    expect(parseQuery('git --amend NOT push', ['en'])).toMatchObject({ terms: ['git', 'amend'], excluded: ['push'] });
    expect(withoutExclusions('tide NOT moons')).toBe('tide');
    expect(parseQuery('not moons', ['en']).excluded).toEqual([]);
    expect(parseQuery('tide NOT', ['en']).excluded).toEqual([]);
  });

  it('looks for Chinese words, and for single ideographs only in questions or where they stand alone', () => {
    expect(parseQuery('本田', ['zh']).terms).toEqual(['本田']);
    expect(parseQuery('图书馆 鱼', ['zh']).terms).toEqual(['图书', '书馆', '鱼']);
    expect(parseQuery('本田汽车在哪里设有工厂', ['zh']).terms).toEqual(expect.arrayContaining(['本', '本田', '厂']));
  });

  it('looks for dates in the form that all ways to write them share', () => {
    expect(parseQuery('report of March 2024', ['en']).terms).toContain('2024-03');
    expect(parseQuery('2 avril 2026', ['de', 'fr']).terms).toContain('2026-04-02');
  });

  it('excludes a name as a whole, never its parts', () => {
    expect(parseQuery('printer -X-200', ['en']).excluded).toEqual(['x200']);
    expect(parseQuery('大学 -中国', ['zh']).excluded).toEqual(['中国']);
  });

  it('excludes the words of a phrase side by side only, and a quoted word as a word', () => {
    const exclusions = (query: string) => {
      const { excluded, excludedPhrases } = parseQuery(query, ['en']);
      return [excluded, excludedPhrases];
    };
    expect(exclusions('tide -"of the sea"')).toEqual([[], [['of', 'the', 'sea']]]);
    expect(exclusions('-"X-200 printers"')).toEqual([[], [['x', '200', 'printers']]]);
    expect(exclusions('-"moons" -“ seas! ”')).toEqual([['moon', 'sea'], []]);
    expect(exclusions('-" " -"the"')).toEqual([[], []]);
  });

  it.each([
    ['why does dough rise -yeast', 'why does dough rise'],
    ['-moon "deep -seas" e-mail -"full moon" tide', '"deep -seas" e-mail  tide'],
    ['-moon -«pleine lune»', ''],
    [' - 3 -* ', ' - 3 -* '],
  ])('knows what is asked by %j besides what it excludes', (query, asked) => {
    expect(withoutExclusions(query)).toBe(asked);
  });

  it.each([
    ['« pleine lune »', ['pleine', 'lune']],
    ['“full moon”', ['full', 'moon']],
    ['„voller Mond“', ['voller', 'mond']],
    ['"北京大学"', ['北', '京', '大', '学']],
  ])('knows the quotation marks of %s', (query, phrase) => {
    expect(parseQuery(query, ['en'])).toMatchObject({ terms: [], phrases: [phrase] });
  });

  it('keeps the most frequent words of a very long question', () => {
    const filler = Array.from({ length: 2_000 }, (_, index) => `w${index}`).join(' ');
    const { terms } = parseQuery(`${filler} tides tides`, ['en']);
    expect(new Set(terms).size).toBe(QUERY_TERMS_MAX);
    expect(terms).toEqual(expect.arrayContaining(['w0', 'tide']));
  });

  it('never fails, and never asks for white space', () => {
    const pieces = fc.constantFrom(
      '"',
      '-',
      '*',
      ' ',
      '(',
      'moon',
      'the',
      '北京',
      '“',
      "'",
      '+',
      '\\',
      '^',
      ':',
      '😀',
      '\ud800',
      'ﷺ',
    );
    const queries = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(queries, fc.subarray(['en', 'de', 'zh', 'tr', 'fr', '']), (query, languages) => {
        const { terms, phrases, excluded, excludedPhrases, words } = parseQuery(query, languages);
        for (const term of [...terms, ...[...phrases, ...excludedPhrases].flat(), ...excluded, ...words])
          expect(term).toMatch(/^\S+$/);
      }),
      { numRuns: 500 },
    );
  });
});
