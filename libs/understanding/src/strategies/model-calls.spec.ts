import { AppError } from '@lectern/contracts/core';
import { defaultCallLimits, inParallel, ModelCalls } from './model-calls';
import { SeeingModel } from './strategy-model.fixture';

const question = { system: 'Read.', text: 'this' };
const callsOf = (model: SeeingModel, limits = {}, signal = new AbortController().signal) =>
  new ModelCalls(model.asked, { ...defaultCallLimits, ...limits }, signal);
const busy = (seconds: string) => new AppError('rate_limited', 'busy', { headers: { 'Retry-After': seconds } });

/** Fails with these errors, then answers. */
function failing(...errors: readonly Error[]): SeeingModel {
  const left = [...errors];
  return new SeeingModel(() => {
    const error = left.shift();
    if (error) throw error;
    return 'read';
  });
}

describe('calls of the model of a strategy', () => {
  it('are answered and counted', async () => {
    const calls = callsOf(failing());
    expect(await calls.ask(question)).toEqual({ text: 'read', object: undefined });
    await calls.ask(question);
    expect(calls.use).toEqual({ model: 'seeing', calls: 2, input_tokens: 20, output_tokens: 4 });
  });

  it('are made again when the provider puts them off, not for long and not often', async () => {
    const model = failing(busy('0.01'), busy('0.01'));
    expect((await callsOf(model).ask(question)).text).toBe('read');
    expect(model.requests).toHaveLength(3);
    await expect(callsOf(failing(busy('0.01'), busy('0.01'), busy('0.01'))).ask(question)).rejects.toThrow('busy');
    await expect(callsOf(failing(busy('3600'))).ask(question)).rejects.toThrow('busy');
  });

  it('are not made again for other failures', async () => {
    const model = failing(new AppError('provider_failed', 'broken'));
    await expect(callsOf(model).ask(question)).rejects.toThrow('broken');
    expect(model.requests).toHaveLength(1);
  });

  it('are so many, and none once the model fails again and again', async () => {
    const calls = callsOf(failing(), { callsMax: 1 });
    await calls.ask(question);
    await expect(calls.ask(question)).rejects.toThrow('at most 1 calls');
    const broken = failing(...Array.from({ length: 9 }, () => new Error('broken')));
    const given = callsOf(broken, { failuresMax: 2 });
    for (let call = 0; call < 5; call += 1) await expect(given.ask(question)).rejects.toThrow('broken');
    expect(broken.requests).toHaveLength(2);
  });

  it('end in time, and with the field', async () => {
    await expect(callsOf(failing(), { totalMs: 0 }).ask(question)).rejects.toMatchObject({ code: 'deadline_exceeded' });
    const aborted = AbortSignal.abort(new AppError('cancelled', 'given up'));
    const model = failing(new Error('any'));
    await expect(callsOf(model, {}, aborted).ask(question)).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('work in parallel', () => {
  it('is done so many at once, and its results are in order', async () => {
    let [running, most] = [0, 0];
    const work = async (item: number) => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (item === 3) throw new Error('three');
      return item * 2;
    };
    const { signal } = new AbortController();
    const results = await inParallel([1, 2, 3, 4, 5], work, { parallelMax: 2, signal });
    expect(most).toBe(2);
    expect(results.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
      2,
      4,
      'three',
      8,
      10,
    ]);
  });
});
