import { clausesOf } from './clauses';

describe('clausesOf', () => {
  it.each([
    ['en', 'When was the mill built, and who paid for it?', 2],
    ['en', 'What is the fee, when is it due?', 2],
    ['en', 'Is the mill open on Sunday, and how much is a ticket?', 2],
    ['de', 'Wann wurde die Mühle gebaut und wer hat sie bezahlt?', 2],
    ['es', '¿Cuándo se construyó el molino y quién lo pagó?', 2],
    ['zh', '磨坊是什么时候建的，谁出的钱？', 2],
    ['zh', '可以养宠物吗，押金是多少？', 2],
    ['ar', 'متى بني الجسر وكم كلف البناء؟', 2],
  ])('gives the questions in one (%s): %j', (language, question, count) => {
    expect(clausesOf(question, language)).toHaveLength(count);
  });

  it.each([
    ['en', 'Besides the mill, what else was sold?'],
    ['en', 'In the year after the flood, who rebuilt the mill?'],
    ['de', 'Neben der Mühle, was wurde noch verkauft?'],
    ['es', 'Además del molino, ¿qué más se vendió?'],
    ['es', '¿En la época de la sequía, qué se vendió?'],
    ['fr', 'Après la crue, qui a reconstruit le moulin ?'],
    ['zh', '在洪水之后，谁重建了磨坊？'],
    ['zh', '安娜和彼得资助了什么？'],
  ])('leaves the words that introduce a question in it (%s): %j', (language, question) => {
    expect(clausesOf(question, language)).toEqual([question]);
  });
});
