import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Rounds } from './rounds';

const EVERY_MS = 5;
const options = { name: 'Sea', failure: 'The tide waits' };

describe('rounds', () => {
  const logged: string[] = [];

  beforeEach(() => {
    logged.length = 0;
    const log = (message: unknown) => void logged.push(String(message));
    Logger.overrideLogger({ log, warn: log, error: log });
  });
  afterAll(() => Logger.overrideLogger(false));

  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await sleep(1);
  }

  it('follow each other, one at a time, until they are stopped', async () => {
    let [rounds, running, together] = [0, 0, 0];
    const tide = new Rounds(async () => {
      together = Math.max(together, ++running);
      await sleep(3 * EVERY_MS);
      running -= 1;
      rounds += 1;
    }, options);
    tide.start(EVERY_MS);
    await until(() => rounds === 3);
    await tide.stop();
    const atStop = rounds;
    await sleep(6 * EVERY_MS);
    expect([together, running, rounds]).toEqual([1, 0, atStop]);
  });

  it('may be begun at once, which waits for the one that is under way', async () => {
    const ending = Promise.withResolvers<void>();
    let rounds = 0;
    const tide = new Rounds(async () => {
      rounds += 1;
      await ending.promise;
    }, options);
    const both = Promise.all([tide.run(), tide.run()]);
    ending.resolve();
    await both;
    expect(rounds).toBe(1);
  });

  it('log a failure once until one succeeds, and none that the stop brings about', async () => {
    const outcomes = [false, false, true, false, true];
    const tide = new Rounds(() => {
      if (!outcomes.shift()) throw new Error('low water');
    }, options);
    for (let i = 0; i < 5; i += 1) await tide.run();
    expect(logged).toEqual(['The tide waits: Error: low water', 'The tide waits: Error: low water']);
    await tide.stop();
    await tide.run();
    expect(logged).toHaveLength(2);
  });
});
