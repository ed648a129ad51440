import type { FrameContext } from '@lectern/contracts/agents';
import { FrameSequence } from '../engine/frames';
import { RunResult } from './run-result';

const MAX = 4 * 1024 ** 2;
const empty = { images: {}, image_urls: [], prompts: [], structured: [], json_objects: [], source: 'kb' };
const unset = { summary: null, title: null, missing: null, citations: null, citations_id: null };
const asked = { original_question_uuid: 'q', actual_question_uuid: 'q', question: '?' };

function context(more: Partial<FrameContext>): FrameContext {
  return { id: 'c', ...asked, chunks: [], agent: 'basic_ask', agent_id: 'm', ...empty, ...unset, ...more };
}

function chunk(text: string) {
  const none = { title: null, source: null, metadata: null, action: null, origin_url: null, origin_agent: null };
  return { chunk_id: 'p', text, labels: [], url: [], ...none };
}

describe('the result of a run', () => {
  it('has the answer first, then its sources, then what was found', () => {
    const frames = new FrameSequence('q');
    const result = new RunResult();
    const found = {
      chunks: [chunk('The text')],
      structured: ['a,b'],
      json_objects: [{ a: 1 }],
      images: { i: { b64encoded: 'AAAA', content_type: 'image/png' } },
      image_urls: ['https://example.org/a.png'],
    };
    result.take(frames.frame('answer', { context: context(found) }));
    const chart = { type: 'vega_lite' as const, vega_lite_obj: { mark: 'bar' } };
    const sourced = {
      answer_citations: { metadata: {} },
      answer_urls: ['https://example.org'],
      data_visualizations: [chart],
    };
    result.take(frames.frame('answer', { answer: 'Yes.', ...sourced }));
    const described = result.result.content.map((block) =>
      block.type === 'resource' ? [block.resource.uri, block.resource.mimeType] : block.type,
    );
    expect(described).toEqual([
      'text',
      ['agent-response://q/citations', 'application/json'],
      ['agent-response://q/urls', 'application/json'],
      ['agent-response://q/visualization/0', 'application/vnd.vegalite.v5+json'],
      ['agent-response://q/context/0/chunk/0', 'text/plain'],
      ['agent-response://q/context/0/structured/0', 'text/plain'],
      ['agent-response://q/context/0/object/0', 'application/json'],
      ['agent-response://q/context/0/image-urls', 'application/json'],
      'image',
    ]);
  });

  it('never has more than 4 MiB, and says what it leaves out', () => {
    const frames = new FrameSequence('q');
    const result = new RunResult();
    for (let count = 0; count < 10; count++)
      result.take(frames.frame('answer', { context: context({ chunks: [chunk('x'.repeat(MAX / 4))] }) }));
    result.take(frames.frame('answer', { answer: 'y'.repeat(MAX / 4) }));
    const { content } = result.result;
    expect(JSON.stringify(content).length).toBeLessThan(MAX);
    expect(content[0]).toMatchObject({ text: expect.stringMatching(/^y/) });
    const text = '8 further blocks are left out: a result has at most 4 MiB.';
    expect(content.at(-1)).toEqual({ type: 'text', text, annotations: { audience: ['assistant'] } });
  });

  it('is an error where the run failed, or ended without an answer', () => {
    const frames = new FrameSequence('q');
    const exception = { detail: 'No model', extra: null };
    expect(() => new RunResult().take(frames.frame('error', { exception }))).toThrow('No model');
    expect(() => new RunResult().result).toThrow('The agent ended without an answer');
  });
});
