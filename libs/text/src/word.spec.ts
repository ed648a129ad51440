import { stemPositions, stems, words } from '.';

const wordsOf = (text: string, language: string) => [...words(text, language)];

describe('words', () => {
  it('come with their place, their folded form and their stem', () => {
    expect(wordsOf('😀 Running', 'en')).toEqual([
      { text: 'Running', start: 2, end: 9, folded: 'running', stem: 'run' },
    ]);
  });

  it('have no stem when they are stop words', () => {
    expect(wordsOf("L'été où", 'fr').map(({ stem }) => stem)).toEqual(['', '', '']);
  });

  it('are those of a dictionary where no spaces are', () => {
    expect(wordsOf('我们在北京大学', 'zh').map(({ text }) => text)).toEqual(['我们', '在', '北京', '大学']);
  });
});

const texts: Readonly<Record<string, string>> = {
  ar: 'والكتاب في المكتبة والكتب على الطاولة API',
  de: 'Die Übergänge, übergangsweise in Straßen: Ärzte und ärztliche Überweisungen am 3. Mai',
  en: "He's skiing; they'd skied in the U.S. for 1,000.5 days, dying to ski. Élan, ELAN!",
  fr: "L'été, les écoles d'Écosse s'ouvrent; aujourd'hui encore",
  ga: 'an bhean agus na mná, t-athair, hata, a hathair, i mBaile',
  hi: 'किताबें और किताब मेज़ पर हैं, PDF भी',
  id: 'Mereka membaca pembacaan bacaan dan menulis tulisan penulisnya',
  ja: '図書館で本を読みました。PDFの本です',
  ko: '도서관에서 책을 읽었습니다. 책은 좋다',
  'pt-BR': 'Informações, informação; ação e ações em São Paulo',
  ru: 'Книги в библиотеке, книгами — ёлка и ели, UNESCO',
  tr: 'Isı ve ısıtma, İstanbul, ISITMA, ilkler, Iğdır',
  '': 'Words of no language: words, Wörter, 2nd, e-mail',
};

describe('places of stems', () => {
  it.each(Object.entries(texts))('in %s are those of the stems of the text', (language, text) => {
    const all = stems(text, language);
    for (const stem of new Set(all.filter((each) => each !== ''))) {
      const expected = all.flatMap((each, at) => (each === stem ? [at] : []));
      const { words: count, positions } = stemPositions(text, language, [stem]);
      expect([stem, count, positions.get(stem)]).toEqual([stem, all.length, expected]);
    }
  });

  it('are none of a stem that is not there', () => {
    expect(stemPositions('Skiing', 'en', ['swim'])).toEqual({ words: 1, positions: new Map([['swim', []]]) });
  });
});
