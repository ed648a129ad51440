import { questionParts } from './question-parts';

describe('the parts of a question', () => {
  it.each([
    ['When was the mill built, and who paid for it?', ['When was the mill built', 'who paid for it?']],
    ['When was the mill built? Who paid for it?', ['When was the mill built?', 'Who paid for it?']],
    ['¿Cuándo se construyó el molino y quién lo pagó?', ['¿Cuándo se construyó el molino', 'quién lo pagó?']],
    ['Wann wurde die Mühle gebaut und wer hat sie bezahlt?', ['Wann wurde die Mühle gebaut', 'wer hat sie bezahlt?']],
    ['水车是什么时候建造的？谁付的钱？', ['水车是什么时候建造的？', '谁付的钱？']],
  ])('are its questions: %s', (text, parts) => {
    expect(questionParts(text)).toEqual(parts);
  });

  it.each([
    ['Who built the mill and the bridge?'],
    ['I own a mill. When was it built?'],
    ['When was it built? I mean the mill.'],
    ['Tell me about the mill. Be brief.'],
  ])('is the question itself when it asks one thing: %s', (text) => {
    expect(questionParts(text)).toEqual([text]);
  });
});
