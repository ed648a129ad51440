import { frameOf, type InteractionFrame } from '@lectern/contracts/agents';
import { ENDED_BY_USER } from '../interaction/interaction-run';
import { isEnded, openQuestion, taskOf, updatesOf } from './task-frames';

const place = { id: 'i', contextId: 's', now: new Date('2026-03-01T00:00:00Z') };
const feedback = {
  request_id: 'i.1',
  feedback_id: 'i.1',
  question: 'Which?',
  module: 'smart',
  agent_id: 'm',
  data: null,
  timeout_ms: 10,
  response_schema: null,
  get_credentials: null,
  credentials: null,
};
const start = frameOf('start', 0);
const asked = frameOf('agent_request', 1, { feedback });
const failed = (detail: string) => frameOf('error', 2, { exception: { detail, extra: null } });
const answered = frameOf('answer', 3, { answer: 'Yes', answer_urls: ['https://a.example/'] });
const done = frameOf('done', 4);
const stateAfter = (...frames: readonly InteractionFrame[]) => taskOf(frames, place).status.state;

describe('the task of an interaction', () => {
  it('has the state that its frames say', () => {
    expect(stateAfter()).toBe('TASK_STATE_WORKING');
    expect(stateAfter(start)).toBe('TASK_STATE_WORKING');
    expect(stateAfter(start, asked)).toBe('TASK_STATE_INPUT_REQUIRED');
    expect(stateAfter(start, asked, frameOf('answer', 2, { generated_text: 'x' }))).toBe('TASK_STATE_WORKING');
    expect(stateAfter(start, answered, done)).toBe('TASK_STATE_COMPLETED');
    expect(stateAfter(start, failed('No'), done)).toBe('TASK_STATE_FAILED');
    expect(stateAfter(start, failed(ENDED_BY_USER), done)).toBe('TASK_STATE_CANCELED');
  });

  it('ends with its last frame, and waits for input with a question', () => {
    expect([[start], [start, answered], [start, answered, done], [failed('No')]].map(isEnded)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect([openQuestion([start, asked]), openQuestion([asked, answered])]).toEqual([feedback, undefined]);
  });

  it('has the answer as an artifact, with its sources as data', () => {
    const parts = [{ text: 'Yes' }, { data: { urls: ['https://a.example/'] }, mediaType: 'application/json' }];
    expect(taskOf([start, answered], place).artifacts).toEqual([{ artifactId: 'answer', name: 'answer', parts }]);
    const long = frameOf('answer', 1, { answer: 'x'.repeat(2_000_000) });
    expect(JSON.stringify(taskOf([long], place)).length).toBeLessThan(1_001_000);
  });

  it('reports frame by frame', () => {
    const piece = (text: string, isFirst: boolean) =>
      updatesOf(frameOf('answer_chunk', 1, { streaming_response_chunk: { text, last: false } }), place, isFirst);
    expect([piece('Y', true), piece('es', false)]).toMatchObject([
      [{ artifactUpdate: { append: false, artifact: { parts: [{ text: 'Y' }] } } }],
      [{ artifactUpdate: { append: true, artifact: { parts: [{ text: 'es' }] } } }],
    ]);
    expect(updatesOf(answered, place, false)).toMatchObject([
      { artifactUpdate: { append: false, lastChunk: true } },
      { statusUpdate: { taskId: 'i', contextId: 's', status: { state: 'TASK_STATE_COMPLETED' } } },
    ]);
    expect(updatesOf(asked, place, true)).toMatchObject([
      { statusUpdate: { status: { message: { parts: [{ text: 'Which?' }, { data: { timeout_ms: 10 } }] } } } },
    ]);
    for (const silent of [start, done, frameOf('reasoning', 1, { reasoning: { text: 'Hm', last: false } })])
      expect(updatesOf(silent, place, true)).toEqual([]);
  });
});
