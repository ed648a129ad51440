import fc from 'fast-check';
import { align } from './alignment';
import { type ComparisonOptions, contradictionIn } from './contradiction';
import { readCitedPassage } from './passage';
import { PassageIndex } from './passage-index';

interface Compared extends ComparisonOptions {
  readonly language?: string;
  readonly title?: string;
}

function difference(sentence: string, text: string, { language = 'en', title, ...options }: Compared = {}) {
  const passage = readCitedPassage({ key: 'a', text, title }, language);
  const index = new PassageIndex();
  index.add(passage);
  const { tokens } = readCitedPassage({ key: 'b', text: sentence }, language);
  const alignment = align(index.weigh(tokens), passage, { first: 0, last: passage.tokens.length });
  return contradictionIn(tokens, alignment, options);
}

describe('a sentence compared with the words it may come from', () => {
  it.each([
    ['The pump weighs 412 kilograms.', 'The pump weighs 412 kilograms.'],
    ['The pump weighs 1,000 kg.', 'The pump weighs 1000 kilograms.'],
    ['The pump does not leak.', 'The pump does not leak.'],
    ['The pump never leaks.', 'The pump does not leak.'],
    ['The big pump leaks.', 'The large pump leaks.'],
    ['In Lima, Ana Duarte mended the pump.', 'Ana Duarte mended the pump in Lima.'],
    ['The ferry sails from Lima.', 'The ferry sails daily, except on Sundays, from Lima.'],
  ])('%j does not contradict %j', (sentence, text) => {
    expect(difference(sentence, text)).toBeUndefined();
  });

  it.each([
    ['number', 'The pump weighs 413 kilograms.', 'The pump weighs 412 kilograms.'],
    ['number', 'The pump weighs 412 kilograms.', 'The pump weighs many kilograms.'],
    ['unit', 'The pump weighs 412 grams.', 'The pump weighs 412 kilograms.'],
    ['unit', 'The road is 10km long.', 'The road is 10 miles long.'],
    ['negation', 'The pump does not leak.', 'The pump does leak.'],
    ['negation', 'The pump may be opened by guests.', 'The pump may not be opened by guests.'],
    ['name', 'The pump was built in Lima.', 'The pump was built in Quito.'],
    ['name', 'The pump was built by Ana Duarte.', 'The pump was built by workers.'],
    ['word', 'Employees get paid leave.', 'Employees get sick leave.'],
  ])('differs in a %s: %j, %j', (kind, sentence, text) => {
    expect(difference(sentence, text)).toBe(kind);
  });

  it.each([
    ['de', 'negation', 'Die Pumpe darf nicht geöffnet werden.', 'Die Pumpe darf geöffnet werden.'],
    ['de', 'number', 'Die Pumpe wiegt 500 Kilogramm.', 'Die Pumpe wiegt 400 Kilogramm.'],
    ['es', 'negation', 'La bomba no pierde agua.', 'La bomba pierde agua.'],
    ['es', 'name', 'La bomba se construyó en Lima.', 'La bomba se construyó en Quito.'],
    ['fr', 'negation', 'La pompe ne fuit jamais.', 'La pompe fuit.'],
  ])('differs in %s in a %s: %j, %j', (language, kind, sentence, text) => {
    expect(difference(sentence, text, { language })).toBe(kind);
  });

  it('may take a name or a number from near by', () => {
    const text = 'Ana Duarte came in 1998. The pump was built by hand.';
    expect(difference('The pump of Ana Duarte was built by hand.', text)).toBeUndefined();
    expect(difference('The pump was built by hand in 1998.', text)).toBeUndefined();
  });

  it('may take a name from the title, but none that neither has', () => {
    const text = 'The pump was built by hand.';
    const sentence = 'In Lima the pump was built by hand.';
    expect(difference(sentence, text, { title: 'Waterworks of Lima' })).toBeUndefined();
    expect(difference(sentence, text, { title: 'Waterworks of Quito' })).toBe('name');
  });

  it('may say in its own form what the passage is known to say otherwise', () => {
    const [sentence, text] = ['The pump was built in 1998.', 'The pump was built in those days.'];
    expect(difference(sentence, text)).toBe('number');
    expect(difference(sentence, text, { said: new Set([5]) })).toBeUndefined();
  });

  it('may deny what follows from elsewhere if only a part of it is compared', () => {
    const [sentence, text] = ['The pump is old, and not loud.', 'The pump is old.'];
    expect(difference(sentence, text)).toBe('negation');
    expect(difference(sentence, text, { isPart: true })).toBeUndefined();
  });

  it('may not deny inside of the compared part', () => {
    const [sentence, text] = ['The pump does not leak.', 'The pump does leak.'];
    expect(difference(sentence, text, { isPart: true })).toBe('negation');
  });

  it('is not contradicted by itself, whatever it says', () => {
    const word = fc.constantFrom(
      'the',
      'pump',
      'Lima',
      'not',
      '412',
      'kilograms',
      'leaks',
      'old',
      'Ana',
      'paid',
      'sick',
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
        const sentence = `${words.join(' ')}.`;
        expect(difference(sentence, sentence)).toBeUndefined();
      }),
    );
  });
});
