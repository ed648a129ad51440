import { Logger } from '@nestjs/common';
import { EventQueue } from './event-queue';
import { LISTENER_TIMEOUT_MS, WAITING_EVENTS_MAX } from './limits';
import { until } from './bus-handlers.contract';

describe('EventQueue', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('drops events for a listener that lags too far behind, and goes on with later ones', async () => {
    const heard: unknown[] = [];
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const queue = new EventQueue('try.number.noticed', async (data) => {
      await opened;
      heard.push(data);
    });
    for (let number = 0; number < WAITING_EVENTS_MAX + 10; number++) queue.push(number);
    open();
    await until(() => heard.length === WAITING_EVENTS_MAX + 1);
    queue.push('later');
    await until(() => heard.at(-1) === 'later');
    expect(heard.slice(0, 3)).toEqual([0, 1, 2]);
  });

  it('leaves a listener behind that never ends', async () => {
    jest.useFakeTimers();
    try {
      const heard: unknown[] = [];
      const queue = new EventQueue('try.number.noticed', (data) => {
        heard.push(data);
        return new Promise(() => undefined);
      });
      queue.push(1);
      queue.push(2);
      await jest.advanceTimersByTimeAsync(LISTENER_TIMEOUT_MS + 1);
      expect(heard).toEqual([1, 2]);
    } finally {
      jest.useRealTimers();
    }
  });
});
