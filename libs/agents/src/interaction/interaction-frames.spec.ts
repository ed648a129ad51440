import { AppError } from '@lectern/contracts/core';
import type { InteractionFrame } from '@lectern/contracts/agents';
import { NobodyToAsk } from '../engine/asking-back';
import { InteractionRun } from './interaction-run';

const question = { question: 'Which one?', module: 'smart', agent_id: 'm', timeout_ms: 60_000 };

describe('an interaction in its process', () => {
  const requestIds = (run: InteractionRun, frames: readonly InteractionFrame[]) =>
    frames.flatMap(({ feedback }) => feedback?.request_id ?? []).filter((id) => id.startsWith(`${run.id}.`));
  const framesOf = async (run: InteractionRun) => {
    run.close();
    const frames: InteractionFrame[] = [];
    for await (const frame of run.follow(0)) frames.push(frame);
    return frames;
  };
  /** Lets everything happen that does not wait for a timer. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('numbers its frames, which name its question', async () => {
    const run = new InteractionRun('q');
    await run.emit('start');
    await run.emit('answer', { answer: 'Rocks.' });
    expect(run.frameCount).toBe(2);
    expect(await framesOf(run)).toMatchObject([
      { seqid: 0, operation: 2, original_question_uuid: 'q', actual_question_uuid: 'q' },
      { seqid: 1, operation: 0, answer: 'Rocks.' },
    ]);
  });

  it('asks its user, and continues with the answer to that very question', async () => {
    const run = new InteractionRun('q', {});
    const answers = [run.askUser(question), run.askUser({ ...question, data: ['a'] })];
    await settled();
    expect(run.awaitsUser).toBe(true);
    const frames: InteractionFrame[] = [];
    for await (const frame of run.follow(0)) if (frames.push(frame) === 2) break;
    const [first = '', second = ''] = requestIds(run, frames);
    expect(frames[0]).toMatchObject({
      operation: 5,
      agent_request: first,
      feedback: { feedback_id: first, question: 'Which one?', data: null, response_schema: null, credentials: null },
    });
    expect(frames[1]).toMatchObject({ agent_request: second, feedback: { data: ['a'] } });
    expect(await run.respond(second, 'Two')).toBe(true);
    expect(await run.respond(second, 'Again')).toBe(false);
    expect(await run.respond('q.unknown', 'One')).toBe(false);
    expect(await run.respond(first, 'One')).toBe(true);
    expect(await Promise.all(answers)).toEqual(['One', 'Two']);
    expect(run.awaitsUser).toBe(false);
  });

  it('continues without an answer that does not come in time', async () => {
    const run = new InteractionRun('q', {});
    expect(await run.askUser({ ...question, timeout_ms: 5 })).toBeUndefined();
    const [late = ''] = requestIds(run, await framesOf(run));
    expect(late).not.toBe('');
    expect(await run.respond(late, 'Late')).toBe(false);
  });

  it('asks nobody where its reader cannot answer, and shows no question', async () => {
    const run = new InteractionRun('q');
    await expect(run.askUser(question)).rejects.toBeInstanceOf(NobodyToAsk);
    expect(await framesOf(run)).toEqual([]);
  });

  it('has ten open questions at most', async () => {
    const run = new InteractionRun('q', {});
    const open = Array.from({ length: 10 }, () => run.askUser(question).catch((error: unknown) => error));
    await settled();
    await expect(run.askUser(question)).rejects.toMatchObject({ code: 'rate_limited' });
    run.cancel('Enough');
    expect((await Promise.all(open)).every((error) => error instanceof AppError && error.code === 'cancelled')).toBe(
      true,
    );
  });

  it('ends with the first reason, for its modules and for what waits for the user', async () => {
    const run = new InteractionRun('q', {});
    const answer = run.askUser(question);
    await settled();
    run.cancel('The user ended the interaction');
    run.cancel('Again');
    run.close();
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    expect(run.signal.reason).toMatchObject({ code: 'cancelled', message: 'The user ended the interaction' });
  });

  it('does not wait for a reader that stopped reading once it is cancelled', async () => {
    const run = new InteractionRun('q');
    const reader = run.follow(0);
    const first = reader.next();
    await run.emit('start');
    await first;
    const writing = (async () => {
      for (let i = 0; i < 100; i++) await run.emit('answer', { generated_text: String(i) });
    })();
    await settled();
    expect(run.frameCount).toBeLessThan(100);
    run.cancel('The caller left');
    await writing;
    expect(run.frameCount).toBe(101);
  });
});
