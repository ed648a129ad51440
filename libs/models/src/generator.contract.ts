import { AppError } from '@lectern/contracts/core';
import type { GenerationChunk, GenerationRequest, Generator } from './generator';

export interface GeneratorUnderTest {
  readonly generator: Generator;
  readonly close: () => Promise<void>;
}

const context = [
  { key: 'r1/t/body/0-60', title: 'Tides', text: 'The moon pulls the sea. Tides rise twice a day.', language: 'en' },
  { key: 'r2/t/body/0-40', title: 'Bread', text: 'Bread is baked from flour and water.', language: 'en' },
];
const request: GenerationRequest = { question: 'What pulls the sea?', context, history: [], citations: 'none' };

/** The promises of every generator. The one under test can answer what pulls the sea. */
export function generatorContract(create: () => Promise<GeneratorUnderTest>): void {
  describe('as a generator', () => {
    let tested: GeneratorUnderTest;
    beforeAll(async () => (tested = await create()));
    afterAll(() => tested.close());

    const run = (changes: Partial<GenerationRequest> = {}, signal = new AbortController().signal) =>
      collect(tested.generator.generate({ ...request, ...changes }, { signal }));

    it('streams text, then what it took, then success as the last value', async () => {
      const chunks = await run();
      expect(textOf(chunks)).toContain('moon');
      expect(chunks.at(-1)).toEqual({ type: 'status', code: '0' });
      expect(chunks.at(-2)).toMatchObject({
        type: 'meta',
        inputTokens: expect.any(Number),
        outputTokens: expect.any(Number),
      });
    });

    it('cites by code-point ranges of the answer, and only what supports it', async () => {
      const chunks = await run({ citations: 'default' });
      const answer = Array.from(textOf(chunks));
      const found = chunks.find((chunk) => chunk.type === 'citations');
      expect(Object.keys(found?.citations ?? {})).toEqual(['r1/t/body/0-60']);
      for (const [start, end] of Object.values(found?.citations ?? {}).flat()) {
        expect(answer.slice(start, end).join('')).toContain('moon');
      }
      const [sentence] = found?.sentences ?? [];
      expect(sentence).toMatchObject({ status: 'exact', sources: [{ key: 'r1/t/body/0-60' }] });
      expect(answer.slice(sentence?.start, sentence?.end).join('')).toContain('moon');
    });

    it('gives marks, their definitions and the context key of each block when footnotes are requested', async () => {
      const chunks = await run({ citations: 'llm_footnotes' });
      expect(textOf(chunks)).toMatch(/\[1\][\s\S]*\n\n\[1\]: block-AA$/);
      expect(chunks).toContainEqual({
        type: 'footnote_citations',
        footnoteToContext: { 'block-AA': 'r1/t/body/0-60' },
        sentences: expect.arrayContaining([expect.objectContaining({ status: 'exact' })]),
      });
    });

    it('cites nothing when no citations are requested', async () => {
      const kinds = (await run()).map(({ type }) => type);
      expect(kinds).not.toContain('citations');
      expect(kinds).not.toContain('footnote_citations');
    });

    it('refuses what does not fit when it must not be cut', async () => {
      const long = [{ key: 'long', text: 'The moon pulls the sea. '.repeat(100) }];
      const refused = run({ context: long, contextTokensMax: 100, truncate: false });
      await expect(refused).rejects.toMatchObject({ code: 'context_too_long' });
    });

    it('goes on with a conversation in which a function returned something, or says that it cannot', async () => {
      const conversation: Partial<GenerationRequest> = {
        question: '',
        context: [],
        grounded: false,
        history: [
          { author: 'USER', text: 'What pulls the sea?' },
          { author: 'ASSISTANT', text: '', toolCalls: [{ id: 'call-1', name: 'look_up', arguments: '{"q":"sea"}' }] },
          { author: 'TOOL', text: 'The moon does.', callId: 'call-1', name: 'look_up' },
        ],
      };
      if (tested.generator.description.followsPrompts) {
        expect((await run(conversation)).map(({ type }) => type)).toEqual(['text', 'meta', 'status']);
      } else await expect(run(conversation)).rejects.toMatchObject({ code: 'invalid_request' });
    });

    it('asks for a function when it must, or says that it cannot', async () => {
      const tools = [{ name: 'look_up', parameters: { type: 'object', properties: { q: { type: 'string' } } } }];
      if (tested.generator.description.followsPrompts) {
        const [call] = await run({ tools });
        expect(call).toMatchObject({ type: 'tool_call', name: 'look_up', arguments: expect.any(String) });
      } else await expect(run({ tools })).rejects.toMatchObject({ code: 'invalid_request' });
    });

    it('does not begin when the caller has already left', async () => {
      const failure = await run({}, AbortSignal.abort()).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(AppError);
      expect(failure).toMatchObject({ code: 'cancelled' });
    });

    it('leaves a question that has no history as it is', async () => {
      const signal = new AbortController().signal;
      const rephrased = await tested.generator.rephrase(
        { question: 'What pulls the sea?', history: [], extraContext: [] },
        { signal },
      );
      expect(rephrased).toEqual({ question: 'What pulls the sea?', usedHistory: false });
    });
  });
}

export async function collect(chunks: AsyncIterable<GenerationChunk>): Promise<GenerationChunk[]> {
  const all: GenerationChunk[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

export function textOf(chunks: readonly GenerationChunk[]): string {
  return chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('');
}
