import { answerFit } from './answer-signs';
import { scoreReason } from './reasons';
import { statementsOf } from './statements';
import { answerRelevance, levelOf, levelOfShare } from './weights';

const fit = (question: string, answer: string, language = 'en') =>
  answerFit(question, statementsOf(answer, language), language);
const relevance = (question: string, answer: string) => answerRelevance(fit(question, answer).signs, 'words');

describe('how an answer fits its question', () => {
  it('counts what it repeats of it', () => {
    const { terms, termsSaid } = fit('When did the harbour open?', 'The harbour opened in 1932.');
    expect([terms, termsSaid]).toEqual([2, 2]);
  });

  it('knows what is asked for, and whether the answer may name it', () => {
    const asked = fit('When did the harbour open?', 'It opened in 1932.');
    expect([asked.kind, asked.signs.candidate, asked.signs.missing]).toEqual(['time', 1, 0]);
    const vague = fit('When did the harbour open?', 'It opened because ships came.');
    expect([vague.signs.candidate, vague.signs.missing]).toEqual([0, 1]);
  });

  it('knows an echo, which says nothing that the question does not say', () => {
    expect(fit('Is the harbour open?', 'The harbour is open.').isEcho).toBe(true);
    expect(fit('Is the harbour open?', 'The harbour closed on Monday.').isEcho).toBe(false);
  });

  it('takes a few words for a short answer', () => {
    expect(fit('Who built it?', 'Anna Weber').signs.short).toBe(1);
    expect(fit('Who built it?', 'Anna Weber built it. She came from Ghent.').signs.short).toBe(0);
  });

  it('is nothing without an answer', () => {
    expect(fit('Who built it?', '')).toMatchObject({ termsSaid: 0, isEcho: true, signs: { said: 0, novel: 0 } });
  });

  it('is better for an answer to the question than for one to another', () => {
    const question = 'When did the harbour of Brest open?';
    const right = relevance(question, 'The harbour of Brest opened in 1932.');
    const other = relevance(question, 'Bread is baked for forty minutes.');
    expect(right).toBeGreaterThan(other);
  });

  it('is explained in words', () => {
    expect(scoreReason(fit('When did it open?', '1932'), undefined)).toBe(
      'Scored by rules, without a language model: the answer repeats 0 of 1 terms of the question, ' +
        'it may name a time, which is asked for, it is short.',
    );
    expect(scoreReason(fit('Is it open?', 'Ships come.'), 0.4321)).toMatch(/similarity in meaning is 0\.43 of 1\.$/);
  });
});

describe('statements of an answer', () => {
  it('are its sentences without footnotes, and without those that say nothing', () => {
    const said = statementsOf('It rises [1]. And so on. It falls.[2]\n\n[1]: block-AA\n[2]: block-AB', 'en');
    expect(said.map(({ words }) => words.map(({ folded }) => folded).join(' '))).toEqual(['it rises', 'it falls']);
  });

  it('are fragments where a single one is too short to stand alone', () => {
    const isFragment = (answer: string) => statementsOf(answer, 'en').map((one) => one.isFragment);
    expect(isFragment('Anna Weber')).toEqual([true]);
    expect(isFragment('Ghent.')).toEqual([true]);
    expect(isFragment('The harbour of Brest opened in May.')).toEqual([false]);
    expect(isFragment('Ghent. Brest.')).toEqual([false, false]);
  });

  it('are not more than can be checked', () => {
    expect(statementsOf('Tides rise. '.repeat(500), 'en').length).toBeLessThanOrEqual(50);
    expect(statementsOf('', 'en')).toEqual([]);
  });
});

describe('a score', () => {
  it('is an integer from 0 to 5', () => {
    expect([0, 0.09, 0.5, 0.95, 1].map(levelOf)).toEqual([0, 0, 3, 5, 5]);
  });

  it('has the highest level only for all of it', () => {
    expect([0, 0.5, 0.95, 0.999, 1].map(levelOfShare)).toEqual([0, 3, 4, 4, 5]);
  });
});
