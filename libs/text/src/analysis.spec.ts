import fc from 'fast-check';
import { analyze, languageCode } from '.';

const termsOf = (text: string, language: string) => analyze(text, language).terms;
const wordsOf = (text: string, language = '') => analyze(text, language).words;

describe('analyze', () => {
  it('stems English and leaves its stop words to the phrases', () => {
    expect(analyze('The runners were running!', 'en')).toEqual({
      terms: 'runner run',
      words: 'the runners were running',
    });
  });

  it.each([
    ['fr', "L'autorité parentale des enfants", 'autor parental enfant'],
    ['de', 'Die Häuser in der Straße', 'haus strass'],
    ['es', 'Las organizaciones internacionales', 'organiz internacional'],
    ['it', "dell'opera e della musica", 'oper music'],
    ['ru', 'Ёлки и деревья', 'елк дерев'],
    ['ar', 'الأطفال في المدرسة الكبيرة', 'اطفال مدرس كبير'],
    ['hi', 'लड़कों की किताबें', 'लडक किताब'],
    ['cs', 'českých měst', 'cesk mest'],
    ['sv', 'flickorna och pojkarna', 'flick pojk'],
  ])('finds the stems of %s', (language, text, terms) => {
    expect(termsOf(text, language)).toBe(terms);
  });

  it.each([
    ['en', 'cities', 'city'],
    ['es', 'niños', 'niño'],
    ['de', 'Bücher', 'Buch'],
    ['pt', 'livros', 'livro'],
    ['ru', 'книги', 'книга'],
    ['ar', 'المعلمون', 'معلم'],
    ['hi', 'लड़के', 'लड़का'],
    ['tr', 'kitaplar', 'kitap'],
    ['fi', 'talossa', 'talo'],
    ['el', 'άνθρωποι', 'άνθρωπος'],
  ])('brings two forms of a word in %s together', (language, one, other) => {
    expect(termsOf(one, language)).toBe(termsOf(other, language));
  });

  it('finds Chinese by ideographs and their pairs, and spells it out for phrases', () => {
    expect(analyze('北京大学', 'zh')).toEqual({ terms: '北 北京 京 京大 大 大学 学', words: '北 京 大 学' });
  });

  it('finds Japanese kana by pairs only', () => {
    expect(termsOf('カメラ屋', 'ja')).toBe('カメ メラ ラ屋 屋');
  });

  it('finds Thai by dictionary words', () => {
    expect(wordsOf('ภาษาไทยง่าย', 'th')).toBe('ภาษา ไทย ง่าย');
  });

  it('finds a Korean word whatever particle it carries', () => {
    expect(termsOf('대한민국은', 'ko').split(' ')).toEqual(
      expect.arrayContaining(termsOf('대한민국의', 'ko').split(' ').slice(0, 3)),
    );
  });

  it('makes one of what readers do not tell apart', () => {
    expect(wordsOf('Café CAFÉ cafe\u0301 ｃａｆｅ')).toBe('cafe cafe cafe cafe');
    expect(wordsOf('Straße Ærø Łódź')).toBe('strasse aero lodz');
    expect(wordsOf('مُحَمَّد محمد محـــمد', 'ar')).toBe('محمد محمد محمد');
    expect(wordsOf('हिन्दी हिंदी', 'hi')).toBe('हिंदि हिंदि');
    expect(wordsOf('ILIK ılık', 'tr')).toBe('ilik ilik');
    expect(wordsOf('йод и иод')).toBe('йод и иод');
    expect(wordsOf('٣٫٥ ३.५')).toBe('3.5 3.5');
  });

  it('keeps names of things whole, and findable by their parts', () => {
    expect(termsOf('X-200', 'en')).toBe('x 200 x200');
    expect(termsOf('e-mails', 'en')).toBe('e mail email');
    expect(termsOf('foo_bar', 'en')).toBe('foo bar foobar');
    expect(termsOf('C++, C# and .NET', 'en')).toBe('c++ c# net .net');
    expect(termsOf('R&D', 'en')).toBe('r d rd');
    expect(termsOf('https://example.org/pages?id=7', 'en')).toBe('https exampl org page id 7');
  });

  it('finds codes however their parts are separated', () => {
    const forms = (text: string) => termsOf(text, 'en').split(' ');
    const bare = (text: string) => forms(text).at(-1);
    expect(bare('KT40.077')).toBe('kt40077');
    for (const code of ['KT40-077', 'KT40_077', 'KT40077']) expect(forms(code)).toContain('kt40077');
    expect([bare('10.20.30.41'), bare('10-20-30-41')]).toEqual(['10203041', '10203041']);
    expect(bare('SA-12.B7')).toBe('sa12b7');
    expect(termsOf('the end.Then ask', 'en')).toBe('end ask');
    expect(termsOf('3.5 and 12.50', 'en')).toBe('3.5 12.50');
    expect(forms('ORA-00942')).toContain('942');
  });

  it('tells names with a full stop before them from words', () => {
    expect(termsOf('on .NET, (.env) ASP.NET', 'en').split(' ')).toEqual(['net', '.net', 'env', '.env', 'asp', 'net']);
    expect(termsOf('well...then', 'en')).toBe('');
  });

  it('finds the words of names in camel case', () => {
    expect(termsOf('parseHTTPRequest', 'en').split(' ')).toEqual(
      expect.arrayContaining(['parsehttprequest', 'pars', 'http', 'request']),
    );
  });

  it.each([
    ['de', 'Haftpflichtversicherungen', 'Versicherung'],
    ['de', 'Mietverträge', 'Vertrag'],
    ['de', 'Hochhäuser', 'Haus'],
    ['de', 'Dampfschifffahrtsgesellschaft', 'Gesellschaft'],
    ['de', 'Arbeitslosenversicherungsbeitrag', 'Beitrag'],
    ['de', 'Schuhgröße', 'Schuh'],
    ['nl', 'ziektekostenverzekering', 'verzekering'],
    ['nl', 'huurovereenkomsten', 'overeenkomst'],
    ['sv', 'sjukförsäkringen', 'försäkring'],
    ['sv', 'bostadsrättsföreningen', 'förening'],
    ['da', 'sygeforsikringer', 'forsikring'],
    ['da', 'arbejdsgivere', 'giver'],
    ['no', 'leiekontrakter', 'kontrakt'],
    ['no', 'bilforsikringen', 'forsikring'],
  ])('finds a compound of %s by its parts: %s by %s', (language, compound, part) => {
    expect(termsOf(compound, language).split(' ')).toContain(termsOf(part, language));
    expect(termsOf(compound, language).split(' ').length).toBeGreaterThan(1);
  });

  it('counts parts of compounds once, and not beside the word itself, so that they hardly change what ranks first', () => {
    const text = 'Der Weltkrieg: vor dem Weltkrieg, nach dem Weltkrieg';
    const count = (all: string, term: string) => all.split(' ').filter((one) => one === term).length;
    expect(count(termsOf(text, 'de'), 'weltkrieg')).toBe(3);
    expect(count(termsOf(text, 'de'), 'krieg')).toBe(1);
    expect(count(termsOf(`${text}, und kein Krieg`, 'de'), 'krieg')).toBe(1);
    expect(count(termsOf('parseRequest parseRequest, a request', 'en'), 'request')).toBe(1);
  });

  it('splits no verb or noun of one, and no word of a language that writes compounds apart', () => {
    for (const word of ['Vorstellung', 'Versicherung', 'Einrichtung', 'Zustand', 'unterrichten', 'Verwaltung'])
      expect([word, termsOf(word, 'de').split(' ')]).toEqual([word, [expect.any(String)]]);
    expect(termsOf('Krankenversicherung', 'en')).toBe('krankenversicherung');
  });

  it('finds dates in one form, however they are written', () => {
    const all = ['2 April 2026', 'April 2nd, 2026', '02.04.2026', '2026-04-02', '2026年4月2日', 'Apr 2, 2026'].map(
      (text) => ['en', text] as const,
    );
    const others = [
      ['de', '2. April 2026'],
      ['fr', '2 avril 2026'],
      ['es', '2 de abril de 2026'],
      ['ru', '2 апреля 2026'],
    ] as const;
    for (const [language, text] of [...all, ...others])
      expect([text, termsOf(text, language).split(' ')]).toEqual([
        text,
        expect.arrayContaining(['2026-04', '2026-04-02']),
      ]);
    expect(termsOf('in Mar 2024', 'en').split(' ')).toContain('2024-03');
    expect(termsOf('May 2024 be better', 'en').split(' ')).toContain('2024-05');
    expect(termsOf('04/03/2026', 'en')).not.toMatch(/2026-0/);
    expect(termsOf('call 1234-56-7890 or 2026-14-99', 'en')).not.toMatch(/-/);
  });

  it('reads numbers and acronyms as one however they are punctuated', () => {
    expect(wordsOf('3.5 v1.2.3 1,000.50 1.000.000')).toBe('3.5 v1.2.3 1000.50 1000000');
    expect(wordsOf('the U.S.A. and e.g. this.')).toBe('the usa and eg this');
  });

  it('does not take what an apostrophe leaves for a word to search by', () => {
    expect(termsOf("Sherlock's aunt didn't say", 'en')).toBe('sherlock aunt say');
    expect(wordsOf("м'який", 'uk')).toBe('мякий');
  });

  it('joins no pronoun to its verb', () => {
    expect(termsOf('Un hôtel doit-il payer', 'fr')).toBe('hotel doit pai');
  });

  it('neither stems nor drops anything in an unknown language', () => {
    expect(analyze('the running dogs', '')).toEqual({ terms: 'the running dogs', words: 'the running dogs' });
    for (const language of ['xx', 'constructor', '../x']) {
      expect(analyze('the running dogs', language)).toEqual(analyze('the running dogs', ''));
      expect(analyze('since May 2024', language)).toEqual(analyze('since May 2024', ''));
    }
  });

  it('takes the code of a language from a longer tag', () => {
    expect(termsOf('Häuser', 'de-AT')).toBe('haus');
    expect([languageCode('pt-BR'), languageCode('nb'), languageCode('')]).toEqual(['pt', 'no', '']);
  });

  it('separates words by single spaces, whatever the text', () => {
    const list = /^(?:\S+(?: \S+)*)?$/;
    const languages = fc.constantFrom('', 'en', 'fr', 'de', 'ar', 'hi', 'zh', 'ko', 'tr', 'th', 'el');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), languages, (text, language) => {
        const { terms, words } = analyze(text, language);
        expect(terms).toMatch(list);
        expect(words).toMatch(list);
      }),
      { numRuns: 500 },
    );
  });

  it('finds every word again by its folded form', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 12 }), (text) => {
        expect(wordsOf(wordsOf(text.toUpperCase()))).toBe(wordsOf(text));
      }),
    );
  });

  it('does not mind words without end', () => {
    expect(wordsOf('a'.repeat(100_000)).length).toBeLessThanOrEqual(128);
    expect(termsOf('a-'.repeat(50_000), 'en').length).toBeLessThan(200_000);
    expect(wordsOf('a.'.repeat(200_000)).length).toBeGreaterThan(100_000);
    expect(wordsOf('月亮'.repeat(100_000))).toHaveLength(399_999);
  });
});
