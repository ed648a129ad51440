import { type AgentCompletionChunk, type FrameContent, frameOf } from '@lectern/contracts/agents';
import { contextOfTexts } from '../modules/context.fixture';
import { completionOfFrames } from './completion-of-frames';

type Frame = readonly [Parameters<typeof frameOf>[0], FrameContent?];

const form = { model: 'default', created: 1, showsUsage: true };
const piece = (text: string, last = false): Frame => ['answer_chunk', { streaming_response_chunk: { text, last } }];
const step = (input_svc_tokens: number): Frame => {
  const ids = { original_question_uuid: 'q', actual_question_uuid: 'q', module: 'm', title: 'm', agent_path: '/m' };
  const rest = { value: null, reason: null, timeit: 0, output_svc_tokens: 0.001, error: null, metadata: null };
  return ['answer', { step: { ...ids, ...rest, input_svc_tokens } }];
};
const answer = (text: string, more: FrameContent = {}): Frame => ['answer', { answer: text, ...more }];

async function chunksOf(...frames: readonly Frame[]): Promise<readonly AgentCompletionChunk[]> {
  async function* run() {
    for (const [at, [operation, content]] of [['start'] as Frame, ...frames, ['done'] as Frame].entries())
      yield frameOf(operation, at, { original_question_uuid: 'q', ...content });
  }
  const chunks: AgentCompletionChunk[] = [];
  for await (const chunk of completionOfFrames(run(), form)) chunks.push(chunk);
  return chunks;
}
const textIn = (chunks: readonly AgentCompletionChunk[]) =>
  chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');

describe('a completion made of frames', () => {
  it('begins with the role, ends with a reason and the tokens, and has the text between them', async () => {
    const chunks = await chunksOf(step(0.2), step(0.0504), piece('On '), piece('rocks', true), answer('On rocks'));
    expect(chunks.map(({ choices }) => choices[0]?.delta ?? {})).toEqual([
      { role: 'assistant' },
      { content: 'On ' },
      { content: 'rocks' },
      {},
      {},
    ]);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 250, completion_tokens: 2, total_tokens: 252 });
    expect(new Set(chunks.map(({ id }) => id))).toEqual(new Set(['chatcmpl-q']));
  });

  it('shows what models think, apart', async () => {
    const thought: Frame = ['reasoning', { reasoning: { text: 'Hm.', last: false } }];
    const [, second] = await chunksOf(thought, answer('Yes'));
    expect(second?.choices[0]?.delta).toEqual({ reasoning_content: 'Hm.' });
  });

  it.each([
    ['an answer without pieces', [answer('On rocks')], 'On rocks'],
    ['the rest of an answer', [piece('On '), answer('On rocks')], 'On rocks'],
    ['an answer that replaces another one', [piece('Nowhere', true), answer('On rocks')], 'Nowhere\n\nOn rocks'],
    [
      'an answer after a failure',
      [piece('On r'), piece('', true), piece('On rocks', true), answer('On rocks')],
      'On r\n\nOn rocks',
    ],
    [
      'no definitions of marks',
      [piece('Yes [1]\n\n[1]: bl'), piece('ock-AA', true), answer('Yes [1]\n\n[1]: block-AA')],
      'Yes [1]',
    ],
    ['an empty answer', [answer('')], ''],
  ])('has %s', async (_, frames, text) => expect(textIn(await chunksOf(...frames))).toBe(text));

  it('has its sources at their marks', async () => {
    const context = contextOfTexts(['Rocks.']);
    const cited = (origins: readonly string[]) => ({
      'block-AA': { context_id: context.id, chunk_index: 0, origin_urls: origins },
    });
    const text = 'Rocks [1] and [7].\n\n[1]: block-AA';
    const annotated = async (origins: readonly string[]) => {
      const chunks = await chunksOf(
        ['answer', { context }],
        answer(text, { answer_citations: { metadata: cited(origins) } }),
      );
      return chunks.flatMap(({ choices }) => choices[0]?.delta.annotations ?? []);
    };
    expect(await annotated(['https://example.org'])).toMatchObject([
      { type: 'url_citation', url_citation: { start_index: 6, end_index: 9, url: 'https://example.org' } },
    ]);
    expect((await annotated([]))[0]?.url_citation.url).toMatch(/^urn:chunk:/);
  });

  it('fails as the interaction does', async () => {
    const failed: Frame = ['error', { exception: { detail: 'The driver is gone', extra: null } }];
    await expect(chunksOf(failed)).rejects.toMatchObject({ code: 'provider_failed', message: 'The driver is gone' });
    await expect(chunksOf(step(1))).rejects.toThrow(/without an answer/);
  });
});
