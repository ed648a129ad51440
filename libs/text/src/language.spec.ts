import { detectLanguage, RELIABLE_CONFIDENCE } from '.';

describe('detectLanguage', () => {
  it.each([
    ['en', 'All human beings are born free and equal in dignity and rights.'],
    ['fr', 'Tous les êtres humains naissent libres et égaux en dignité et en droits.'],
    ['de', 'Alle Menschen sind frei und gleich an Würde und Rechten geboren.'],
    ['es', 'Todos los seres humanos nacen libres e iguales en dignidad y derechos.'],
    ['pt', 'Todos os seres humanos nascem livres e iguais em dignidade e em direitos.'],
    ['ru', 'Все люди рождаются свободными и равными в своем достоинстве и правах.'],
    ['uk', 'Всі люди народжуються вільними і рівними у своїй гідності та правах.'],
    ['ar', 'يولد جميع الناس أحرارا متساوين في الكرامة والحقوق.'],
    ['fa', 'تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق با هم برابرند.'],
    ['hi', 'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।'],
    ['zh', '人人生而自由，在尊严和权利上一律平等。'],
    ['ja', 'すべての人間は、生まれながらにして自由である。'],
    ['ko', '모든 인간은 태어날 때부터 자유롭다.'],
    ['th', 'มนุษย์ทั้งหลายเกิดมามีอิสระ'],
    ['el', 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι.'],
  ])('recognises %s and is sure of it', (language, text) => {
    const detected = detectLanguage(text);
    expect(detected.language).toBe(language);
    expect(detected.confidence).toBeGreaterThan(RELIABLE_CONFIDENCE);
    expect(detected.confidence).toBeLessThanOrEqual(1);
  });

  it('has no opinion where there are no letters', () => {
    expect(detectLanguage(' 1234 -- 😀 ')).toEqual({ language: '', confidence: 0 });
  });

  it('is less sure of a name than of a sentence', () => {
    expect(detectLanguage('BMW X5 2020').confidence).toBeLessThan(RELIABLE_CONFIDENCE);
  });

  it('chooses among the candidates only', () => {
    expect(detectLanguage('moon landing', { candidates: ['en', 'zh'] }).language).toBe('en');
    expect(detectLanguage('Häuser', { candidates: ['de', 'en'] }).language).toBe('de');
    expect(detectLanguage('北京大学', { candidates: ['en', 'de'] })).toEqual({ language: '', confidence: 0 });
  });

  it('says the same of a text whenever it is asked', () => {
    const texts = Array.from({ length: 80 }, (_, i) => `Die Ebbe Nummer ${i} folgt auf die Flut.`);
    const first = texts.map((text) => detectLanguage(text));
    expect(texts.map((text) => detectLanguage(text))).toEqual(first);
    expect(
      texts
        .toReversed()
        .map((text) => detectLanguage(text))
        .toReversed(),
    ).toEqual(first);
  });

  it('goes by the script that most of a text is written in', () => {
    expect(detectLanguage('iPhone 15 Pro 的价格是多少').language).toBe('zh');
    expect(detectLanguage('The word 月 means moon, and it is used for months as well.').language).toBe('en');
  });
});
