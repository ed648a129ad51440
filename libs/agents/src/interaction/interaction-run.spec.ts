import { AppError } from '@lectern/contracts/core';
import type { Asking } from '../engine/asking-back';
import { InteractionRun } from './interaction-run';

const question = { question: 'Which?', module: 'smart', agent_id: 'm' };

describe('a run that asks its user', () => {
  const runs: InteractionRun[] = [];
  afterEach(() => runs.splice(0).forEach((run) => run.close()));

  function started(asking?: Asking): InteractionRun {
    const run = new InteractionRun('i', asking);
    runs.push(run);
    return run;
  }

  /** Asks, and finds out under which id. */
  async function asked(run: InteractionRun, timeout_ms = 60_000) {
    const answer = run.askUser({ ...question, timeout_ms });
    answer.catch(() => undefined);
    const { value } = await run.follow(run.frameCount - 1).next();
    return { answer, id: value?.agent_request ?? '' };
  }

  it('continues with the first answer, and takes no second one', async () => {
    const run = started({});
    const { answer, id } = await asked(run);
    expect([await run.respond('i.other', 'no'), await run.respond(id, 'yes')]).toEqual([false, true]);
    expect([await answer, run.awaitsUser, await run.respond(id, 'again')]).toEqual(['yes', false, false]);
  });

  it('continues without one when the user does not want to answer, or nobody does in time', async () => {
    const expired: string[] = [];
    const run = started({ expired: (id) => void expired.push(id) });
    const refused = await asked(run);
    expect(await run.respond(refused.id, undefined)).toBe(true);
    expect(await refused.answer).toBeUndefined();
    expect(expired).toEqual([]);
    const late = await asked(run, 1);
    expect(await late.answer).toBeUndefined();
    expect(expired).toEqual([late.id]);
  });

  it('still waits after an answer that does not fit', async () => {
    const read: Asking['read'] = async (_, said) => {
      if (said === 'bad') throw new AppError('invalid_request', 'No');
      return `read ${said}`;
    };
    const run = started({ read });
    const { answer, id } = await asked(run);
    await expect(run.respond(id, 'bad')).rejects.toThrow('No');
    const both = await Promise.all([run.respond(id, 'a'), run.respond(id, 'b')]);
    expect(both).toEqual([true, false]);
    expect(await answer).toBe('read a');
  });

  it('fails where nobody can be asked, with the reason', async () => {
    await expect(started().askUser({ ...question, timeout_ms: 1 })).rejects.toThrow('only supported via websocket');
    await expect(started({ refusal: 'Nobody' }).askUser({ ...question, timeout_ms: 1 })).rejects.toThrow('Nobody');
  });

  it('knows whether the one who asked ended it', async () => {
    const [mine, other] = [started({}), started({})];
    const { answer } = await asked(mine);
    mine.withdraw();
    await expect(answer).rejects.toThrow('Cancelled');
    other.cancel('The server is stopping');
    other.withdraw();
    expect([mine.withdrawn, other.withdrawn]).toEqual([true, false]);
  });
});
