import fc from 'fast-check';
import { read } from './reader';

const TOKENS = 12;
const bread = { key: 'bread', text: 'Bread is baked from flour and water in a hot oven.', language: 'en' };
const short = (question: string, text: string, language = 'en') =>
  read(question, [{ key: 'x', text, language }, bread], { answerTokensMax: TOKENS }).chosen.map((one) => one.text);

describe('a short answer', () => {
  it.each([
    [
      'When did Isaac Newton explain the tides?',
      'Isaac Newton explained the tides of the sea in 1687 in a Latin book.',
      '1687',
    ],
    [
      'Who explained the tides of the sea?',
      'The tides of the sea were explained by Isaac Newton in 1687.',
      'Isaac Newton',
    ],
    ['How much does the new engine weigh?', 'The new engine of the pump weighs 412 kilograms.', '412 kilograms'],
    ['Where was the oldest bridge built?', 'The oldest bridge of the country was built in Lima by the army.', 'Lima'],
    [
      'How much does the Pro plan cost?',
      'Plan | Price for each month | Seats in it\nBasic | $5 | 1\nPro | $20 | 10',
      '$20',
    ],
  ])('to %j from %j is %j', (question, text, expected) => {
    expect(short(question, text)).toEqual([expected]);
  });

  it('is the whole sentence where that is short enough', () => {
    expect(short('What pulls the sea?', 'The moon pulls the sea.')).toEqual(['The moon pulls the sea.']);
  });

  it('is a piece of the context, short enough or a whole sentence, whatever is asked of whatever text', () => {
    const word = fc.constantFrom(
      'moon',
      'sea',
      'Newton',
      '1687',
      '%',
      '$',
      'the',
      'of',
      ',',
      '(',
      '.',
      '月',
      '\u{1f600}',
    );
    const text = fc.array(word, { minLength: 1, maxLength: 40 }).map((all) => all.join(' '));
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 20 }), (question, body, answerTokensMax) => {
        const { chosen, best = '' } = read(question, [{ key: 'x', text: body, language: 'en' }], { answerTokensMax });
        for (const { text: given } of chosen) {
          expect(body.replace(/\s+/g, ' ')).toContain(given);
          if (best.length > answerTokensMax * 3 && chosen.length === 1 && given !== best)
            expect(given.length).toBeLessThanOrEqual(answerTokensMax * 3);
        }
      }),
    );
  });
});
