import { analyze } from './analysis';
import { numberTerms } from './number-terms';
import { parseQuery } from './query';

describe('numberTerms', () => {
  it.each([
    ['Le port reçoit 4 830 000 tonnes.', ['4830000']],
    ['Il reçoit 4\u202f830\u202f000 tonnes, soit 12\u00a0500,75 euros.', ['4830000', '12500', '12500.75']],
    ["Die Kasse hat 9'410 Franken.", ['9410']],
    ['Between 1990 and 2000 they sold 12 100 tickets.', ['12100']],
    ['Take 2,5 mg of it, or 1,000 ml in 3 h.', ['2.5mg', '1000ml', '3h']],
  ])('gives numbers one form: %s', (text, expected) => expect(numberTerms(text)).toEqual(expected));

  it.each([
    ['a year and a number', 'In 2024 500 people came.'],
    ['a telephone number', 'Call 0171 55 48 12.'],
    ['words behind a number', 'There are 5 in it, 7 more, and 3 mills.'],
    ['a number that is one word', '1250000 at 10kg'],
  ])('leaves %s alone', (_, text) => expect(numberTerms(text)).toEqual([]));
});

/** Whether the typed text finds a text. */
function finds(typed: string, text: string): boolean {
  const terms = new Set(analyze(text, 'en').terms.split(' '));
  return parseQuery(typed, ['en']).terms.some((term) => /\d{2}|\d[a-z.]/.test(term) && terms.has(term));
}

describe('a number', () => {
  it.each([
    ['4830000', 'It takes 4 830 000 tonnes.'],
    ['4 830 000', 'It takes 4830000 tonnes.'],
    ["4'830'000", 'It takes 4,830,000 tonnes.'],
    ['4.830.000', 'It takes 4 830 000 tonnes.'],
    ['2.5mg', 'Take 2.5 mg of it.'],
    ['2,5 mg', 'Take 2.5mg of it.'],
    ['15kg', 'It weighs 15 kg.'],
    ['v7.3.1', 'Release 7.3.1 is out.'],
    ['7.3.1', 'Release v7.3.1 is out.'],
  ])('that is typed as %s finds: %s', (typed, text) => expect(finds(typed, text)).toBe(true));

  it.each([
    ['4830', 'It takes 4 830 000 tonnes.'],
    ['v7.3.2', 'Release 7.3.1 is out.'],
    ['25mg', 'Take 2.5 mg of it.'],
  ])('that is typed as %s does not find: %s', (typed, text) => expect(finds(typed, text)).toBe(false));
});
