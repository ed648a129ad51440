import { setTimeout as sleep } from 'node:timers/promises';
import { systemPrincipal } from '@lectern/contracts/core';
import { describeModels, predictChat } from '@lectern/contracts/understanding';
import type { Bus } from '@lectern/bus';
import { AT_ONCE_MAX, CALLS_MAX, InteractionCalls } from './interaction-calls';

/** Answers after a moment; counts how many calls there are at once. */
function slowBus() {
  const counted = { now: 0, most: 0, all: 0 };
  const work = async () => {
    counted.all += 1;
    counted.now += 1;
    counted.most = Math.max(counted.most, counted.now);
    await sleep(1);
    counted.now -= 1;
  };
  const bus = {
    request: work,
    stream: async function* () {
      await work();
      yield {};
    },
  };
  return { counted, bus: bus as unknown as Pick<Bus, 'request' | 'stream'> }; // What it answers is not looked at.
}

const options = { principal: systemPrincipal };

describe('calls of an interaction', () => {
  it('are few at once, whatever its modules ask for', async () => {
    const { bus, counted } = slowBus();
    const calls = new InteractionCalls(bus);
    const asked = Array.from({ length: 100 }, () => calls.request(describeModels, {}, options));
    const read = async () => {
      for await (const _ of calls.stream(predictChat, {}, options)) continue;
    };
    await Promise.all([...asked, ...Array.from({ length: 100 }, read)]);
    expect(counted).toEqual({ now: 0, most: AT_ONCE_MAX, all: 200 });
  });

  it('have an end', async () => {
    const { bus, counted } = slowBus();
    const calls = new InteractionCalls(bus);
    const asked = Array.from({ length: CALLS_MAX + 10 }, () => calls.request(describeModels, {}, options));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'quota_exceeded' } });
    expect(counted.all).toBe(CALLS_MAX);
  });

  it('do not wait longer than their interaction', async () => {
    const { bus } = slowBus();
    const calls = new InteractionCalls(bus);
    const ended = new AbortController();
    const asked = Array.from({ length: 100 }, () =>
      calls.request(describeModels, {}, { ...options, signal: ended.signal }),
    );
    ended.abort();
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(100 - AT_ONCE_MAX);
  });
});
