import { words } from '@lectern/text';
import { isAmount, isLight, isThing } from './word-roles';

function things(question: string, language: string): string[] {
  const all = [...words(question, language)];
  return all.filter(({ stem }, at) => stem !== '' && isThing(all, at, language)).map(({ text }) => text);
}

describe('the words of a question that name things, of those with meaning', () => {
  it.each([
    ['en', 'How long is the bridge?', ['bridge']],
    ['en', 'Which pump leaks?', ['pump', 'leaks']],
    ['en', 'Who repairs pumps?', ['pumps']],
    ['en', 'Can guests smoke?', ['guests']],
    ['en', 'How is the glass?', ['glass']],
    ['en', 'What is the number?', []],
    ['es', '¿Quién repara el puente?', ['puente']],
    ['fr', 'Combien mesure le pont ?', ['pont']],
    ['it', 'Quanto misura il ponte?', ['ponte']],
    ['fr', 'Quand part il demain ?', []],
    ['de', 'Wie lang ist die Brücke?', ['Brücke']],
    ['de', 'Brücken lecken wann?', []],
    ['de', 'Wie hoch ist der Betrag?', []],
  ])('are in %s of %j %j', (language, question, expected) => {
    expect(things(question, language)).toEqual(expected);
  });

  it('are in Chinese of two characters or more', () => {
    expect(things('花园', 'zh')).toEqual(['花园']);
    expect(things('灯', 'zh')).toEqual([]);
  });

  it('are in Arabic those with an article, and others than verbs', () => {
    expect(things('أين الجسر', 'ar')).toEqual(['الجسر']);
    expect(things('ماذا يفعل يجذب', 'ar')).toEqual([]);
  });

  it('are none of those beyond the end', () => {
    expect(isThing([], 0, 'en')).toBe(false);
  });
});

describe('the words that an answer need not repeat', () => {
  it.each(['new', 'currently', 'aktuell', 'nuevo', '目前'])('are such as %j', (word) => {
    expect(isLight(word)).toBe(true);
  });

  it.each(['bridge', 'old', ''])('are not such as %j', (word) => {
    expect(isLight(word)).toBe(false);
  });
});

describe('the words that ask for an amount', () => {
  it.each(['high', 'much', 'hoch', 'taille', '高'])('are such as %j', (word) => {
    expect(isAmount(word)).toBe(true);
  });

  it.each(['heavy', 'old', ''])('are not such as %j', (word) => {
    expect(isAmount(word)).toBe(false);
  });
});
