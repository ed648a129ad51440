import fc from 'fast-check';
import { readPassage } from '../reader/passage';
import { readQuestion } from '../reader/question';
import { statementsOf } from './statements';
import { type SupportSigns, supportSigns, verbatimIn } from './support';
import { statementSupport } from './weights';

const passageOf = (text: string) => readPassage({ key: 'a', text, language: 'en' }, 'en');
const questionOf = (text: string) => readQuestion(text, { language: 'en', asked: 'en' });

/** Of the unit that supports the only statement of an answer best. */
function supported(answer: string, text: string, question = 'What is it?') {
  const [statement] = statementsOf(answer, 'en');
  if (!statement) throw new Error(`Nothing stated: ${answer}`);
  const { isFragment } = statement;
  const all = supportSigns(statement, passageOf(text), questionOf(question));
  return Math.max(0, ...all.map((signs) => statementSupport(signs, { isFragment, isAsked: true })));
}

const text = 'The harbour of Brest opened in 1932. Ships from Ghent arrive there every morning.';

describe('the support of a statement by a context', () => {
  it('is whole where the context says it, and none where it is about something else', () => {
    expect(supported('The harbour of Brest opened in 1932.', text)).toBeGreaterThan(0.9);
    expect(supported('Bread is baked for forty minutes in Lyon.', text)).toBeLessThan(0.1);
  });

  it.each([
    ['a number', 'The harbour of Brest opened in 1945.'],
    ['a name', 'The harbour of Lisbon opened in 1932.'],
    ['a negation', 'The harbour of Brest never opened in 1932.'],
  ])('is less where the statement differs in %s', (_, answer) => {
    expect(supported(answer, text)).toBeLessThan(supported('The harbour of Brest opened in 1932.', text));
  });

  it('of a fragment needs the question in the same place', () => {
    const right = supported('1932', text, 'When did the harbour of Brest open?');
    const other = supported('1932', text, 'When was bread invented in Lyon?');
    expect(right).toBeGreaterThan(other);
  });

  it('is a share: more of a statement never counts less, and a missing number or name never more', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const flag = fc.constantFrom(0, 1);
    const signs: fc.Arbitrary<SupportSigns> = fc.record({
      ...{ own: share, near: share, whole: share, asked: share, askedNear: share },
      ...{ numberMissing: flag, nameMissing: flag, negation: flag },
    });
    const how = fc.record({ isFragment: fc.boolean(), isAsked: fc.boolean() });
    fc.assert(
      fc.property(signs, how, (given, options) => {
        const of = (more: Partial<SupportSigns>) => statementSupport({ ...given, ...more }, options);
        expect(of({})).toBeGreaterThanOrEqual(0);
        expect(of({})).toBeLessThanOrEqual(1);
        for (const sign of ['near', 'whole'] as const)
          expect(of({ [sign]: 1 })).toBeGreaterThanOrEqual(of({ [sign]: 0 }));
        for (const sign of ['numberMissing', 'nameMissing', 'negation'] as const)
          expect(of({ [sign]: 1 })).toBeLessThanOrEqual(of({ [sign]: 0 }));
      }),
      { seed: 33 },
    );
  });
});

describe('a statement that a context has literally', () => {
  const isVerbatim = (answer: string, context: string) => {
    const [statement] = statementsOf(answer, 'en');
    return statement && verbatimIn(passageOf(context))(statement);
  };

  it('is in it word by word, whatever the capitals and the marks are', () => {
    expect(isVerbatim('Ships from Ghent arrive there every morning!', text)).toBe(true);
    expect(isVerbatim('Ships from Ghent arrive there every evening.', text)).toBe(false);
    expect(isVerbatim('The harbour of Brest.', 'The harbours of Brest.')).toBe(false);
  });

  it('is the whole text or the whole of a unit, where it is a fragment', () => {
    expect(isVerbatim('Brest', text)).toBe(false);
    expect(isVerbatim('Brest', 'Brest')).toBe(true);
  });
});
