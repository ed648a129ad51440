import { longestBlockMs } from '@lectern/testing';
import { synonymsIn } from './synonyms-in';

const table = { car: ['automobile', 'vehicle'], 'climb up': ['ascend'], 车: ['汽车'] };

describe('synonyms in a text', () => {
  it.each([
    ['Is the Car red?', ['automobile', 'vehicle']],
    ['Which vehicle is a car?', ['automobile']],
    ['Where do they climb up?', ['ascend']],
    ['这辆车多少钱？', ['汽车']],
  ])('are those of its words and phrases that it lacks: %s', (text, synonyms) => {
    expect(synonymsIn(text, table)).toEqual(synonyms);
  });

  it('are none of a word that is part of another one', () => {
    expect(synonymsIn('Is the carpet red?', table)).toEqual([]);
  });

  it('are looked for at once, whatever the table and the text are', async () => {
    const terms = Array.from({ length: 1_000 }, (_, at) => ['a'.repeat(at + 1), ['b']] as const);
    const blockedMs = await longestBlockMs(async () => {
      expect(synonymsIn('a'.repeat(20_000), Object.fromEntries(terms))).toEqual([]);
    });
    // Every occurrence of every term was looked at, which took seconds.
    expect(blockedMs).toBeLessThan(1_000);
  });
});
