import { AppError } from '@lectern/contracts/core';
import { observedCall, observedStream, type StepObserver } from '../engine/run-observer';
import { TimelineRecorder } from './timeline-recorder';

const animals = { module: 'basic_ask', title: 'Animals', agent_path: '/context/a' };
const frame = {
  ...animals,
  original_question_uuid: 'q',
  actual_question_uuid: 'q',
  value: 'v',
  reason: null,
  timeit: 2,
  input_svc_tokens: 1,
  output_svc_tokens: 0.5,
  error: null,
  metadata: null,
};
const retrieval = { kind: 'retrieval', source: 'animals', kbid: 'k' } as const;
const contextOf = (chunks: readonly string[]) => ({
  id: 'c',
  original_question_uuid: 'q',
  actual_question_uuid: 'q',
  question: 'Where?',
  images: {},
  image_urls: [],
  prompts: [],
  structured: [],
  json_objects: [],
  source: 'animals',
  agent: 'basic_ask',
  agent_id: 'a',
  summary: 'a text',
  title: null,
  missing: null,
  citations: null,
  citations_id: null,
  chunks: chunks.map((chunk_id) => ({
    chunk_id,
    title: null,
    source: null,
    text: 'a text',
    labels: [],
    url: [],
    metadata: null,
    action: null,
    origin_url: null,
    origin_agent: null,
  })),
});

async function* values(): AsyncGenerator<number> {
  yield 1;
  yield 2;
}

describe('what is recorded of an interaction', () => {
  let recorder: TimelineRecorder;
  let step: StepObserver;

  beforeEach(() => {
    recorder = new TimelineRecorder();
    step = recorder.step(animals);
  });

  it('are steps with their calls, in the order in which they began', async () => {
    const chat = observedCall(step, { kind: 'chat', model: 'm' }, async (report) => {
      report.model = 'm-2';
      report.tokens = { input: 10, output: 2 };
      await new Promise((resolve) => setImmediate(resolve));
    });
    await observedCall(step, retrieval, async (report) => {
      report.paragraphs = ['p'];
    });
    await chat;
    step.ended(frame);
    recorder.found(contextOf(['p', 'q']));
    const { steps, context, is_reduced } = recorder.recorded();
    expect(steps).toMatchObject([{ ...animals, timeit: 2, value: 'v', input_svc_tokens: 1, error: null }]);
    expect(steps[0]?.calls).toMatchObject([
      { kind: 'chat', model: 'm-2', input_tokens: 10, output_tokens: 2, paragraphs: [], error: null },
      { ...retrieval, model: null, input_tokens: null, paragraphs: ['p'], error: null },
    ]);
    expect([context, is_reduced]).toEqual([
      [{ source: 'animals', agent: 'basic_ask', agent_id: 'a', chunks: ['p', 'q'] }],
      false,
    ]);
    expect(JSON.stringify(context)).not.toContain('a text');
  });

  it('is cancelled where it has not ended', () => {
    step.call(retrieval);
    const { steps } = recorder.recorded();
    expect(steps).toMatchObject([{ error: 'Cancelled', calls: [{ error: 'Cancelled', errorCode: 'cancelled' }] }]);
  });

  it('names failures that callers may see, and no others', async () => {
    const failing = (error: Error) =>
      observedCall(step, { kind: 'chat' }, async () => {
        throw error;
      });
    await expect(failing(new AppError('provider_failed', 'The model is away'))).rejects.toThrow('away');
    await expect(failing(new Error('password of the database'))).rejects.toThrow('password');
    expect(recorder.recorded().steps[0]?.calls).toMatchObject([
      { error: 'The model is away', errorCode: 'provider_failed' },
      { error: 'Failed', errorCode: 'internal' },
    ]);
  });

  it('has the end of a stream that is left, without a failure', async () => {
    for await (const value of observedStream(step, retrieval, values)) if (value === 1) break;
    expect(recorder.recorded().steps[0]?.calls).toMatchObject([{ error: null }]);
  });

  it('has limits: many steps, calls and ids leave out the last ones', () => {
    for (let i = 0; i < 300; i++) recorder.step(animals).ended({ ...frame, value: 'v'.repeat(5_000) });
    for (let i = 0; i < 600; i++) step.call(retrieval)({ paragraphs: ['p'.repeat(5_000), 'q'] });
    for (let i = 0; i < 600; i++) recorder.found(contextOf(Array.from({ length: 50 }, () => 'p'.repeat(5_000))));
    const { steps, context, is_reduced } = recorder.recorded();
    const ids = (lists: readonly (readonly string[])[]) => lists.flat().length;
    expect([steps.length, steps[0]?.calls.length, steps[1]?.value?.length]).toEqual([200, 500, 1_000]);
    expect([ids(context.map(({ chunks }) => chunks)), context.length]).toEqual([2_000, 500]);
    expect(is_reduced).toBe(true);
  });
});
