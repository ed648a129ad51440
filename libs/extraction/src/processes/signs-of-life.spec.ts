import type { ProcessingValue } from '@lectern/contracts/understanding';
import { whileWaiting, withSigns } from './signs-of-life';

describe('signs of life', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('come every 10 s for as long as something takes', async () => {
    let finish: (text: string) => void = () => undefined;
    const waiting = whileWaiting(new Promise<string>((resolve) => (finish = resolve)));
    for (let sign = 0; sign < 3; sign += 1) {
      const next = waiting.next();
      await jest.advanceTimersByTimeAsync(10_000);
      expect(await next).toEqual({ done: false, value: { alive: true } });
    }
    const last = waiting.next();
    finish('at last');
    expect(await last).toEqual({ done: true, value: 'at last' });
  });

  it('end with the failure of what they wait for', async () => {
    await expect(whileWaiting(Promise.reject(new Error('broken'))).next()).rejects.toThrow('broken');
  });

  it('come between values that take long, and change none of them', async () => {
    async function* slow(): AsyncGenerator<ProcessingValue> {
      yield { text: 'a' };
      await new Promise((later) => setTimeout(later, 15_000));
      yield { text: 'b' };
    }
    const values: ProcessingValue[] = [];
    const reading = (async () => {
      for await (const value of withSigns(slow())) values.push(value);
    })();
    await jest.advanceTimersByTimeAsync(20_000);
    await reading;
    expect(values).toEqual([{ text: 'a' }, { alive: true }, { text: 'b' }]);
  });
});
