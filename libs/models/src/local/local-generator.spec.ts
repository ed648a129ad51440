import type { GenerationRequest } from '../generator';
import { collect, generatorContract, textOf } from '../generator.contract';
import { LocalGenerator } from './local-generator';

const context = [
  {
    key: 'r1/t/a/0-90',
    text: '\u{1f30a} Tides \u{1f30a} are pulled by the moon. The moon pulls the sea.',
    title: 'Tides',
    language: 'en',
  },
  { key: 'r2/t/b/0-40', text: 'The moon pulls the sea, Newton said.', title: 'Newton', language: 'en' },
  { key: 'r3/t/c/0-30', text: 'Plan | Price\nBasic | $5\nPro | $20', title: 'Prices', language: 'en' },
];
const run = (changes: Partial<GenerationRequest>) => {
  const request = { question: 'What pulls the sea?', context, history: [], citations: 'none' as const, ...changes };
  return collect(new LocalGenerator().generate(request, { signal: new AbortController().signal }));
};

describe('LocalGenerator', () => {
  generatorContract(async () => ({ generator: new LocalGenerator(), close: async () => undefined }));

  it('cites each sentence by where it stands in the answer, in code points', async () => {
    const chunks = await run({ question: 'What are tides pulled by?', citations: 'default' });
    const answer = Array.from(textOf(chunks));
    const found = chunks.find((chunk) => chunk.type === 'citations');
    const cited = Object.entries(found?.citations ?? {}).flatMap(([key, ranges]) =>
      ranges.map(([start, end]) => `${key} ${answer.slice(start, end).join('')}`),
    );
    expect(cited[0]).toBe('r1/t/a/0-90 \u{1f30a} Tides \u{1f30a} are pulled by the moon.');
  });

  it('numbers marks by first use and names the block of each entry', async () => {
    const chunks = await run({ question: 'How much does the Pro plan cost?', citations: 'llm_footnotes' });
    expect(textOf(chunks)).toBe('Plan: Pro; Price: $20 [1]\n\n[1]: block-AC');
    expect(chunks).toContainEqual({
      type: 'footnote_citations',
      footnoteToContext: { 'block-AC': 'r3/t/c/0-30' },
      sentences: [{ status: 'repaired', start: 0, end: 21, sources: [{ key: 'r3/t/c/0-30', start: 0, end: 33 }] }],
    });
  });

  it('refuses in the language of the question, with the status that says so, and cites nothing', async () => {
    const spanish = [{ key: 'a', text: 'El pan se hornea con harina y agua.', language: 'es' }];
    const chunks = await run({
      question: '¿Quién ganó el campeonato mundial de fútbol?',
      context: spanish,
      citations: 'default',
    });
    expect(textOf(chunks)).toBe('No hay datos suficientes para responder a esto.');
    expect(chunks.map(({ type }) => type)).toEqual(['text', 'meta', 'status']);
    expect(chunks.at(-1)).toEqual({ type: 'status', code: '-2' });
  });

  it('keeps to the requested length, and gives at least one sentence', async () => {
    const long = textOf(await run({ question: 'moon pulls the sea' }));
    const short = textOf(await run({ question: 'moon pulls the sea', answerTokensMax: 1 }));
    expect(short.length).toBeGreaterThan(10);
    expect(long.startsWith(short)).toBe(true);
    expect(long.length).toBeGreaterThan(short.length);
  });

  it('understands a question by the one before it', async () => {
    const history = [{ author: 'USER' as const, text: 'Which plans are there, Pro?' }];
    const chunks = await run({ question: 'What is its price?', history });
    expect(textOf(chunks)).toBe('Plan: Pro; Price: $20');
  });

  it('fills a schema instead of writing, or says that nothing fills it', async () => {
    const jsonSchema = {
      name: 'x',
      parameters: { properties: { price: { type: 'number', description: 'price of the Pro plan' } } },
    };
    expect((await run({ jsonSchema }))[0]).toEqual({ type: 'object', object: { price: 20 } });
    expect((await run({ jsonSchema, context: [] })).at(-1)).toEqual({ type: 'status', code: '-2' });
  });

  it('stops when the caller leaves midway', async () => {
    const controller = new AbortController();
    const generation = new LocalGenerator().generate(
      { question: 'What pulls the sea?', context, history: [], citations: 'llm_footnotes' },
      { signal: controller.signal },
    );
    const read = async () => {
      for await (const _ of generation) controller.abort();
    };
    await expect(read()).rejects.toMatchObject({ code: 'cancelled' });
  });
});
