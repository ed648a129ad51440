import { SummarizeConfig } from '@lectern/contracts/agents';
import { testRun, textOf } from '../../../engine/module-run.fixture';
import { chunkOf, contextOfTexts } from '../../context.fixture';
import { summarize } from './summarize';

const FACT = 'The ibex climbs steep rocks in winter.';
const configOf = (members: Partial<SummarizeConfig> = {}) =>
  Object.assign(new SummarizeConfig(), { module: 'summarize', ...members });

describe('summarize', () => {
  it('answers from the contexts with the built-in reader, and says that it follows no prompts', async () => {
    const { run } = testRun({ facts: { rules: ['Be brief.'] } });
    const { answer, reason } = await summarize.run(configOf(), [contextOfTexts([FACT])], run);
    expect(answer).toContain('steep rocks');
    expect(reason).toMatch(/follows no prompts/);
  });

  it('has an answer that says so when nothing was found', async () => {
    const { run, asked } = testRun({ script: () => textOf('Made up') });
    expect((await summarize.run(configOf(), [], run)).answer).toBe('Not enough data to answer this.');
    expect(asked).toEqual([]);
  });

  it('puts prompts, arguments and rules where the model follows them, and texts where it reads them', async () => {
    const { run, asked } = testRun({
      script: () => textOf('On rocks'),
      facts: { rules: ['Be brief.'], arguments: { city: 'Bern {context}' } },
    });
    const config = configOf({ system_prompt: 'You are a guide.', prompt: 'Think of {city} and {unknown}.' });
    const { answer } = await summarize.run(config, [contextOfTexts([FACT])], run);
    expect(answer).toBe('On rocks');
    expect(asked).toMatchObject([{ system: 'You are a guide.', query_context: { 'c/0': FACT }, chat_history: [] }]);
    expect(asked[0]?.user_prompt?.prompt).toBe(
      'Think of Bern { context } and {unknown}.\n\nContext:\n{context}\n\nQuestion: {question}\n\nRules:\n- Be brief.',
    );
  });

  it.each([
    ['the history', { history: true }],
    ['the history of a conversation', { conversational: true }],
  ])('shows the model %s when it is to', async (_, members) => {
    const history = [{ question: 'What is an ibex?', answer: 'A goat.' }];
    const { run, asked } = testRun({ script: () => textOf('On rocks'), facts: { history } });
    await summarize.run(configOf(members), [contextOfTexts([FACT])], run);
    expect(asked[0]?.chat_history.map(({ text }) => text)).toEqual(['What is an ibex?', 'A goat.']);
    const isConversation = 'conversational' in members;
    expect(asked[0]?.user_prompt?.prompt.includes('next turn of the conversation') ?? false).toBe(isConversation);
  });

  it('shows the model images when it is to, and answers from nothing else', async () => {
    const { run, asked } = testRun({ script: () => textOf('A goat') });
    const image = { b64encoded: 'aGk=', content_type: 'image/png' };
    const context = contextOfTexts([], { images: { one: image } });
    expect((await summarize.run(configOf(), [context], run)).answer).toBe('Not enough data to answer this.');
    expect((await summarize.run(configOf({ images: true }), [context], run)).answer).toBe('A goat');
    expect(asked).toMatchObject([{ query_context_images: { 'c/one': image } }]);
  });

  it.each([
    ['chunks', true, { 'c/0': 'One.', 'c/1': 'Two.' }, 1],
    ['whole contexts', false, { c: 'One.\n\nTwo.' }, null],
  ])('cites %s', async (_, byChunk, texts, index) => {
    const key = byChunk ? 'c/1' : 'c';
    const { run, asked } = testRun({
      script: () => [
        { type: 'text', text: 'Two [1]' },
        { type: 'footnote_citations', footnote_to_context: { 'block-AA': key }, sentences: [] },
        { type: 'status', code: '0', details: null },
      ],
    });
    const context = contextOfTexts([], { chunks: [chunkOf('One.'), chunkOf('Two.', { origin_url: 'https://two' })] });
    const { citations, urls } = await summarize.run(configOf({ force_chunk_level_citations: byChunk }), [context], run);
    expect(asked).toMatchObject([{ citations: 'llm_footnotes', query_context: texts }]);
    expect(citations?.metadata).toEqual({
      'block-AA': { context_id: 'c', chunk_index: index, origin_urls: ['https://two'] },
    });
    expect(urls).toEqual(['https://two']);
  });
});
