import { checkSentences } from './checked-sentences';

const entry = (key: string, text: string, members: object = {}) => ({ key, text, language: 'en', ...members });
const tides = entry(
  'tides',
  'The moon pulls the sea, so the tide rises twice a day. The harbour closes at 9 pm in winter.',
);
const bread = entry('bread', 'Bread is baked for 40 minutes. It must not be frozen.');

async function statuses(answer: string, context = [tides, bread], threshold?: number) {
  return (await checkSentences({ answer, context, threshold })).map(({ status, sources }) => [
    status,
    ...new Set(sources.map(({ key }) => key)),
  ]);
}

describe('a sentence of an answer', () => {
  it('that the context has word by word is exact', async () => {
    expect(await statuses('The tide rises twice a day.')).toEqual([['exact', 'tides']]);
  });

  it('that the context does not have is unsupported', async () => {
    expect(await statuses('Whales sleep upright in warm lagoons.')).toEqual([['unsupported']]);
  });

  it.each([
    ['another number', 'Bread is baked for 50 minutes.'],
    ['another unit', 'Bread is baked for 40 hours.'],
    ['the opposite', 'Bread is not baked for 40 minutes.'],
    ['no negation', 'It must be frozen.'],
    ['another season', 'The harbour closes at 9 pm in summer.'],
  ])('that says %s is unsupported', async (_, answer) => {
    expect(await statuses(answer)).toEqual([['unsupported']]);
  });

  it('is checked by itself: one that is wrong takes no other along', async () => {
    const found = await statuses('The tide rises twice a day. Bread is baked for 50 minutes.');
    expect(found.map(([status]) => status)).toEqual(['exact', 'unsupported']);
  });

  it('that states nothing is not checked', async () => {
    expect(await statuses('Here is what I found:')).toEqual([]);
    expect(await statuses('Do you want to know more?')).toEqual([]);
    expect(await statuses('')).toEqual([]);
  });

  it('without a context is unsupported', async () => {
    expect(await statuses('The tide rises twice a day.', [])).toEqual([['unsupported']]);
  });

  it('is found in the entry that the answer names, if that supports it', async () => {
    const copy = entry('copy', tides.text);
    const check = (named: readonly string[]) =>
      checkSentences({ answer: 'The tide rises twice a day.', context: [tides, copy, bread], named: () => named });
    const [own] = await check(['copy']);
    expect([own?.status, own?.sources[0]?.key, own?.named]).toEqual(['exact', 'copy', ['copy']]);
    const [wrong] = await check(['bread']);
    expect([wrong?.status, wrong?.sources[0]?.key]).toEqual(['repaired', 'tides']);
  });

  it('says where it stands in the answer, in characters, and which footnotes it has', async () => {
    const answer = '🌊 The tide rises twice a day [2].';
    const [checked] = await checkSentences({ answer, context: [tides] });
    expect(Array.from(answer).slice(checked?.start, checked?.end).join('')).toContain('The tide rises twice a day');
    expect(checked?.marks).toEqual([2]);
  });

  it('has at most three sources', async () => {
    const context = Array.from({ length: 8 }, (_, at) => entry(`copy${at}`, tides.text));
    const [checked] = await checkSentences({ answer: 'The tide rises twice a day.', context });
    expect(checked?.sources.length).toBe(3);
  });

  it('needs more of the context with a higher threshold', async () => {
    const answer = 'The tide rises twice a day, which visiting fishermen greatly enjoy.';
    const [low] = await statuses(answer, [tides], 0.2);
    const [high] = await statuses(answer, [tides], 0.95);
    expect(high).toEqual(['unsupported']);
    expect(low?.length).toBeGreaterThanOrEqual(1);
  });

  it('may be about what the title of its source names', async () => {
    const titled = entry('rules', 'Entry costs 5 euros.', { title: 'Maritime museum' });
    expect(await statuses('Entry to the maritime museum costs 5 euros.', [titled])).toEqual([
      [expect.stringMatching(/exact|repaired/), 'rules'],
    ]);
  });
});
