import type { CheckedSentence } from '@lectern/contracts/core';
import { sliceCodePoints } from '@lectern/text';
import { checkedCitations } from './checked-citations';

const context = [
  {
    key: 'tower',
    title: 'Lighthouse',
    text: 'The lighthouse of Skagen was built in 1874. It is 31 metres high. The lamp was not lit before March 1875.',
    language: 'en',
  },
  { key: 'tides', text: 'The moon pulls the water of the sea, so tides rise twice a day.', language: 'en' },
  { key: 'bread', text: 'Bread is baked from flour and water.', language: 'en' },
];
const keys = new Map([
  ['block-AA', 'tower'],
  ['block-AB', 'tides'],
  ['block-AC', 'bread'],
]);

async function ranges(answer: string, citationThreshold?: number) {
  const cited = await checkedCitations({ answer, context, citations: 'default', citationThreshold, blocks: keys });
  return cited?.type === 'citations' ? cited : { citations: {}, sentences: [] };
}

async function footnotes(answer: string) {
  const cited = await checkedCitations({ answer, context, citations: 'llm_footnotes', blocks: keys });
  return cited?.type === 'footnote_citations' ? cited : { footnoteToContext: {}, sentences: [] };
}

/** Status, sentence and the context that supports it. */
const shown = (answer: string, { status, start, end, sources }: CheckedSentence) => [
  status,
  sliceCodePoints(answer, start, end),
  ...sources.map((source) =>
    sliceCodePoints(context.find(({ key }) => key === source.key)?.text ?? '', source.start, source.end),
  ),
];

describe('citations by ranges', () => {
  it('are exact where a sentence stands in the context word for word, in code points', async () => {
    const answer = '\u{1f30a}\u{1f30a} Bread is baked from flour. It is 31 metres high.';
    const { citations, sentences } = await ranges(answer);
    expect(sentences.map((sentence) => shown(answer, sentence))).toEqual([
      ['exact', expect.stringContaining('Bread is baked from flour.'), 'Bread is baked from flour'],
      ['exact', 'It is 31 metres high.', 'It is 31 metres high'],
    ]);
    expect(Object.keys(citations)).toEqual(['bread', 'tower']);
    expect(citations).toMatchObject({ tower: [[30, 51]] });
  });

  it('are repaired where the context says it in other forms or with more words', async () => {
    const answer = 'Tides rise because the moon pulls the sea.';
    const { citations, sentences } = await ranges(answer);
    expect(sentences).toMatchObject([{ status: 'repaired', sources: [{ key: 'tides' }] }]);
    expect(citations).toEqual({ tides: [[0, answer.length]] });
  });

  it.each([
    ['another number', 'The lighthouse of Skagen was built in 1875.'],
    ['a number that stands elsewhere in the text', 'It is 1874 metres high.'],
    ['another unit', 'It is 31 feet high.'],
    ['another name', 'The lighthouse of Copenhagen was built in 1874.'],
    ['a denial', 'The lighthouse of Skagen was not built in 1874.'],
    ['a denial left out', 'The lamp was lit before March 1875.'],
    ['what the context does not speak of', 'Penguins live near the south pole and eat fish.'],
  ])('leave out %s', async (_, answer) => {
    expect(await ranges(answer)).toEqual({
      type: 'citations',
      citations: {},
      sentences: [{ status: 'unsupported', start: 0, end: answer.length, sources: [] }],
    });
  });

  it('are more when less of a sentence must be said, but never of what the context contradicts', async () => {
    const answer = 'Bread is sold by weight from flour shops.';
    expect((await ranges(answer)).citations).toEqual({});
    expect((await ranges(answer, 0.1)).citations).toEqual({ bread: [[0, answer.length]] });
    expect((await ranges('It is 32 metres high.', 0)).citations).toEqual({});
    expect((await ranges('Tides rise because the moon pulls the sea.', 1)).citations).toEqual({});
  });

  it('say nothing of questions, introductions and empty answers', async () => {
    expect((await ranges('Here is what I found:\n\nDo you want more?')).sentences).toEqual([]);
    expect((await ranges('')).sentences).toEqual([]);
  });

  it('leave a sentence of hundreds of words unsupported, however much of it stands in the context', async () => {
    const answer = `Bread is baked from flour and water ${'and water '.repeat(250)}.`;
    expect((await ranges(answer)).sentences).toMatchObject([{ status: 'unsupported' }]);
  });

  it('are none when none are wanted', async () => {
    expect(await checkedCitations({ answer: 'Bread.', context, citations: 'none', blocks: keys })).toBeUndefined();
  });

  it('leave everything unsupported when there is no context', async () => {
    const answer = 'Bread is baked from flour.';
    const cited = await checkedCitations({ answer, context: [], citations: 'default', blocks: new Map() });
    expect(cited).toMatchObject({ citations: {}, sentences: [{ status: 'unsupported' }] });
  });
});

describe('what a sentence pins down', () => {
  const entry = (text: string, language: string) => [{ key: 'x', title: 'Notes', text, language }];
  const statuses = async (answer: string, text: string, language = 'en') => {
    const cited = await checkedCitations({
      answer,
      context: entry(text, language),
      citations: 'default' as const,
      blocks: new Map(),
    });
    return cited?.type === 'citations' ? cited.sentences.map(({ status }) => status) : [];
  };

  it.each([
    ['another month', 'In May the kiosk sold 31 maps.', 'In March the kiosk sold 31 maps.', 'en'],
    ['another letter', 'Serum A is kept at 6 degrees.', 'Serum K is kept at 6 degrees.', 'en'],
    ['another kind', 'Staff get 14 days of sick leave.', 'Staff get 14 days of parental leave.', 'en'],
    ['another deed', 'The bylaw was repealed in 2011.', 'The bylaw was published in 2011.', 'en'],
    ['another thing', 'The depot shipped 88 trucks in July.', 'The depot shipped 88 scooters in July.', 'en'],
    ['another month', 'Im Mai verkaufte der Laden 31 Karten.', 'Im März verkaufte der Laden 31 Karten.', 'de'],
    [
      'another kind',
      'La plantilla tiene 14 días de permiso sindical.',
      'La plantilla tiene 14 días de permiso parental.',
      'es',
    ],
  ])('leaves a sentence about %s unsupported: %j', async (_, answer, text, language) => {
    expect(await statuses(answer, text, language)).toEqual(['unsupported']);
    expect(await statuses(text, text, language)).toEqual(['exact']);
  });

  it('may be said in another form, or in the sentence before', async () => {
    expect(await statuses('In March the kiosk sold 31 maps.', 'Mar 2024: the kiosk sold 31 maps.')).toEqual([
      'repaired',
    ]);
    expect(await statuses('Part 3 of the code treats copper.', 'Part III of the code treats copper.')).toEqual([
      'repaired',
    ]);
    expect(
      await statuses('In May the kiosk sold 31 maps.', 'May was warm. In that month the kiosk sold 31 maps.'),
    ).toEqual(['repaired']);
  });
});

describe('citations by footnotes', () => {
  it('are kept where the named block says it', async () => {
    const answer = 'The moon pulls the water of the sea [1]. It is 31 metres high. [2]\n\n[1]: block-AB\n[2]: block-AA';
    const { footnoteToContext, sentences } = await footnotes(answer);
    expect(footnoteToContext).toEqual({ 'block-AB': 'tides', 'block-AA': 'tower' });
    expect(sentences.map(({ status, sources }) => [status, sources[0]?.key])).toEqual([
      ['exact', 'tides'],
      ['exact', 'tower'],
    ]);
  });

  it('are repaired where another block says it, or none has the name', async () => {
    const answer = 'It is 31 metres high [1]. Bread is baked from flour [2].\n\n[1]: block-AB\n[2]: block-ZZ';
    const { footnoteToContext, sentences } = await footnotes(answer);
    expect(footnoteToContext).toEqual({ 'block-AB': 'tower', 'block-ZZ': 'bread' });
    expect(sentences.map(({ status, sources }) => [status, sources[0]?.key])).toEqual([
      ['repaired', 'tower'],
      ['repaired', 'bread'],
    ]);
  });

  it('stay with a block that supports another sentence', async () => {
    const answer = 'It is 31 metres high [1]. Tides rise twice a day [1].\n\n[1]: block-AB';
    const { footnoteToContext, sentences } = await footnotes(answer);
    expect(footnoteToContext).toEqual({ 'block-AB': 'tides' });
    expect(sentences.map(({ status, sources }) => [status, sources[0]?.key])).toEqual([
      ['repaired', 'tower'],
      ['exact', 'tides'],
    ]);
  });

  it('stay as the model wrote them where nothing says it, and the sentence is unsupported', async () => {
    const { footnoteToContext, sentences } = await footnotes('It is 32 metres high [1].\n\n[1]: block-AA');
    expect(footnoteToContext).toEqual({ 'block-AA': 'tower' });
    expect(sentences).toMatchObject([{ status: 'unsupported', start: 0, sources: [] }]);
  });
});
