import { frameOf, type FrameContent } from '@lectern/contracts/agents';
import { newExchange, sourcesOf, withFrame } from './exchange';

type Kind = Parameters<typeof frameOf>[0];

/** The exchange after these frames. */
function after(...frames: readonly (readonly [Kind, FrameContent?])[]) {
  return frames.reduce(
    (exchange, [kind, content], at) => withFrame(exchange, frameOf(kind, at, content)),
    newExchange('k', 'Why?'),
  );
}

const chunk = (title: string) => ({
  chunk_id: title,
  title,
  source: 'sea',
  text: title,
  labels: [],
  url: [],
  metadata: null,
  action: null,
  origin_url: null,
  origin_agent: null,
});
const context = {
  id: 'c1',
  original_question_uuid: 'q',
  actual_question_uuid: 'q',
  question: 'Why?',
  chunks: [chunk('Tides'), chunk('Moon')],
  images: {},
  image_urls: [],
  prompts: [],
  structured: [],
  json_objects: [],
  source: 'sea',
  agent: 'basic_ask',
  agent_id: 'm',
  summary: null,
  title: null,
  missing: null,
  citations: null,
  citations_id: null,
};

describe('an answer of an agent', () => {
  it('grows piece by piece, and begins again after the last piece', () => {
    const piece = (text: string, last: boolean) =>
      ['answer_chunk', { streaming_response_chunk: { text, last } }] as const;
    expect(after(['start'], piece('The ', false), piece('moon', true)).text).toBe('The moon');
    expect(after(['start'], piece('Old', true), piece('New', false)).text).toBe('New');
  });

  it('is the one of the last frame that has one, and is done', () => {
    const exchange = after(
      ['start'],
      ['answer', { generated_text: 'Draft' }],
      ['answer', { answer: 'Final' }],
      ['done'],
    );
    expect([exchange.text, exchange.phase, exchange.seqid]).toEqual(['Final', 'done', 3]);
  });

  it('waits while the agent asks its user, and continues with the next frame', () => {
    const feedback = {
      request_id: 'r',
      feedback_id: 'f',
      question: 'Which one?',
      module: 'smart',
      agent_id: 'm',
      data: null,
      timeout_ms: 1_000,
      response_schema: null,
      get_credentials: null,
      credentials: null,
    };
    const asked = after(['start'], ['agent_request', { feedback }]);
    expect([asked.phase, asked.request?.request_id]).toEqual(['waiting', 'r']);
    const later = withFrame(asked, frameOf('answer', 2, { answer: 'This one' }));
    expect([later.phase, later.request]).toEqual(['asking', undefined]);
  });

  it('has failed with the words of the server, also when the end follows', () => {
    const exchange = after(['start'], ['error', { exception: { detail: 'No model', extra: null } }], ['done']);
    expect([exchange.phase, exchange.problem]).toEqual(['failed', 'No model']);
  });

  it('begins again with another start', () => {
    expect(after(['start'], ['answer', { answer: 'Old' }], ['start'])).toMatchObject({ text: '', steps: [] });
  });

  it('has sources that lead to their passages, or to their documents, where the server names the box', () => {
    const of = (chunk_id: string, metadata: object | null) => ({
      ...chunk('Sea'),
      chunk_id,
      metadata: { ...metadata },
    });
    const chunks = [
      of('rid/t/body/0-5', { kbid: 'b1' }),
      of('rid/a/title', { kbid: 'b1' }),
      of('rid/t/body/0-5', null),
    ];
    const exchange = after(['answer', { context: { ...context, chunks } }]);
    expect(sourcesOf(exchange).map(({ place }) => place)).toEqual([
      { kbid: 'b1', rid: 'rid', paragraph: 'rid/t/body/0-5' },
      { kbid: 'b1', rid: 'rid' },
      undefined,
    ]);
  });

  it('has sources, those that it cites first', () => {
    const answer_citations = { metadata: { 'block-AA': { context_id: 'c1', chunk_index: 1, origin_urls: [] } } };
    const exchange = after(['answer', { context }], ['answer', { answer: 'x', answer_citations }]);
    expect(sourcesOf(exchange).map(({ title, isCited }) => [title, isCited])).toEqual([
      ['Moon', true],
      ['Tides', false],
    ]);
  });
});
