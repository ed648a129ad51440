import { read } from './reader';

const box = (text: string, language = 'en', title = '') => [{ key: 'x', text, language, title }];
const answer = (question: string, text: string, language = 'en') =>
  read(question, box(text, language)).chosen.map(({ text: said }) => said);

describe('what a question pins down', () => {
  it.each([
    [
      'en',
      'When did release 7.2 appear?',
      'Release 7.1 appeared on 3 June 2024. Release 7.3 appeared on 9 August 2024.',
    ],
    ['en', 'What does article 14 govern?', 'Article 13 governs leases. Article 15 governs sales.'],
    ['en', 'What does clause IV forbid?', 'Clause III forbids subletting. Clause V forbids pets.'],
    ['en', 'Where does train IC 218 stop?', 'Train IC 216 stops in Ghent. Train IC 220 stops in Bruges.'],
    ['en', 'How warm is sample D kept?', 'Keep sample A at 4 degrees. Keep sample B at 18 degrees.'],
    ['en', 'How many lamps were sold in June?', 'In April 31 lamps were sold. In May 45 lamps were sold.'],
    ['en', 'How many guests came in 2022?', 'In 2021 310 guests came. In 2023 540 guests came.'],
    ['en', 'When does the pool open on Sundays?', 'On weekdays the pool opens at seven, on Saturdays at nine.'],
    ['de', 'Was regelt Abschnitt 6?', 'Abschnitt 5 regelt Lärm. Abschnitt 7 regelt Abfälle.'],
    [
      'de',
      'Wie viele Räder wurden im Mai verkauft?',
      'Im März wurden 12 Räder verkauft. Im April wurden 30 Räder verkauft.',
    ],
    ['es', '¿Qué regula el artículo 9?', 'El artículo 8 regula el ruido. El artículo 10 regula los residuos.'],
    [
      'fr',
      'Combien de vélos ont été vendus en mai ?',
      'En mars 12 vélos ont été vendus. En avril 30 vélos ont été vendus.',
    ],
    ['zh', '第6条规定什么？', '第5条规定噪音。第7条规定垃圾。'],
    ['zh', '五月卖了多少辆自行车？', '3月卖了12辆自行车。4月卖了30辆自行车。'],
    ['ar', 'ماذا تنظم المادة 6؟', 'تنظم المادة 5 الضوضاء. تنظم المادة 7 النفايات.'],
  ])('is not answered with its neighbour (%s): %j', (language, question, text) => {
    expect(answer(question, text, language)).toEqual([]);
  });

  it.each([
    ['a month in another form', 'How many lamps were sold in March?', 'Sold in Mar 2024: 31 lamps.', '31 lamps'],
    ['a number as a word', 'Who lives in flat four?', 'Flat 4: the Lund family lives there. Flat 5 is empty.', 'Lund'],
    ['a Roman numeral', 'What does part 3 treat?', 'Part II treats iron. Part III treats copper.', 'copper'],
    [
      'a code with a blank',
      'How many kilowatts has the motor M 40?',
      'The motor M40 has 12 kilowatts. The M50 has 20.',
      '12 kilowatts',
    ],
    ['a range', 'When is the garden open in June?', 'From April to September the garden is open until nine.', 'nine'],
    [
      'a heading',
      'What is new in release 7.2?',
      '# Release 7.2\n\nNew is the dark theme.\n\n# Release 7.3\n\nNew is sound.',
      'dark',
    ],
    ['a group of days', 'When does the pool open on Tuesday?', 'The pool opens at seven on weekdays.', 'seven'],
    [
      'a sentence before',
      'What did release 7.2 bring?',
      'Release 7.2 came late. It did bring a dark theme.',
      'dark theme',
    ],
  ])('is found as %s', (_, question, text, expected) => {
    expect(answer(question, text).join(' ')).toContain(expected);
  });

  it('of the right row of a table is answered, another row is not', () => {
    const table = '| Month | Lamps |\n|---|---|\n| Mar 2024 | 31 |\n| Apr 2024 | 45 |';
    expect(answer('How many lamps in April 2024?', table)).toEqual(['Month: Apr 2024; Lamps: 45']);
    expect(answer('How many lamps in June 2024?', table)).toEqual([]);
  });
});
