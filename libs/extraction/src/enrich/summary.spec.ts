import fc from 'fast-check';
import { summarize } from './summary';

const padding = (topic: string) =>
  ['first', 'second', 'third', 'fourth'].map((at) => `On the ${at} morning nobody remembered any ${topic} whatsoever.`);
const lead = 'The northern lock of the harbour is closed for repairs until the autumn.';
const central = 'Boats use the southern lock of the harbour while the northern lock is closed for repairs.';
const text = [lead, ...padding('rain'), central, ...padding('snow'), ...padding('wind')];

describe('a summary', () => {
  it('is empty for texts that are short enough to be read', () => {
    expect(summarize([lead, central], 'en')).toBe('');
    expect(summarize([], 'en')).toBe('');
  });

  it('begins with what the text begins with, when that is what it is about', () => {
    expect(summarize(text, 'en').startsWith(lead)).toBe(true);
  });

  it('says nothing twice', () => {
    const repeated = [lead, ...Array.from({ length: 10 }, () => central)];
    const summary = summarize(repeated, 'en');
    expect(summary.split(central)).toHaveLength(2);
  });

  it('leaves out what is no sentence: headings, list items, fragments', () => {
    const items = Array.from({ length: 20 }, (_, at) => `• the northern lock of the harbour in year ${at} was closed.`);
    const headings = Array.from({ length: 20 }, (_, at) => `Repairs of the northern lock of the harbour in year ${at}`);
    expect(summarize([...items, ...headings, 'Closed.', 'Open.'], 'en')).toBe('');
  });

  it('takes sentences of scripts with other full stops', () => {
    const sentences = Array.from(
      { length: 20 },
      (_, at) => `港の北側の水門は第${at}回の修理のために秋まで閉鎖されており船は南側の水門を利用しなければならない。`,
    );
    expect(summarize(sentences, 'ja')).toContain('水門');
  });

  const word = fc.constantFrom('lock', 'harbour', 'boat', 'keeper', 'gate', 'winter', 'council', 'bridge', 'tide');
  const sentence = fc
    .tuple(fc.array(word, { minLength: 3, maxLength: 30 }), fc.nat(999))
    .map(([words, at]) => `${words.join(' ')} ${at}.`);

  it('is at most three sentences of the text in its order, and short', () => {
    fc.assert(
      fc.property(fc.uniqueArray(sentence, { maxLength: 40 }), (sentences) => {
        const summary = summarize(sentences, 'en');
        expect(summary.length).toBeLessThanOrEqual(500);
        const chosen = summary === '' ? [] : summary.split(/(?<=\.) /);
        expect(chosen.length).toBeLessThanOrEqual(3);
        expect(sentences.filter((each) => chosen.includes(each))).toEqual(chosen);
      }),
      { seed: 7 },
    );
  });
});
