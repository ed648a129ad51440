import { answerKindOf } from './answer-kind';

describe('answerKindOf', () => {
  it.each([
    ['person', 'en', ['Who built it?', 'Whose idea was it?', 'Which queen ruled?']],
    ['time', 'en', ['When was it built?', 'In what year did it end?', 'which century saw it']],
    ['number', 'en', ['How many wings has it?', 'What percentage voted?', 'how old is she']],
    ['place', 'en', ['Where is it?', 'What city hosts it?']],
    ['reason', 'en', ['Why did it fall?', 'What was the cause of it?']],
    ['name', 'en', ['What is the name of the act?', 'Which company made it?']],
    ['other', 'en', ['What is a tide?', 'Describe the process', 'Whenever it rains, what happens?', '']],
    ['person', 'es', ['¿Quién lo construyó?', '¿A quién ganó?']],
    ['number', 'fr', ['Combien de temps ?', 'Quel nombre de places ?']],
    ['place', 'de', ['Wo liegt es?', 'In welcher Stadt steht es?']],
    ['reason', 'ru', ['Почему он упал?']],
    ['number', 'zh', ['黑豹队的防守丢了多少分？']],
    ['person', 'ja', ['誰が作りましたか']],
    ['time', 'ar', ['متى بدأ البناء؟']],
    ['person', 'hi', ['इसे किसने बनाया?']],
    ['person', 'xx', ['Who built it?']],
  ] as const)('finds that a question wants %s, in %s', (kind, language, questions) => {
    const found = questions.map((question) => [question, answerKindOf(question, language)]);
    expect(found).toEqual(questions.map((question) => [question, kind]));
  });
});
