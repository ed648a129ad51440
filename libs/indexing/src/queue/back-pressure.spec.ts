import { AppError } from '@lectern/contracts/core';
import { refuseWhenFull, WaitingCount } from './back-pressure';

const now = new Date('2024-05-01T10:11:12Z');

function refusal(waiting: number): AppError | undefined {
  try {
    refuseWhenFull({ waiting, waitingMax: 100, now });
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe('back-pressure', () => {
  it('lets writes in while there is room', () => {
    expect(refusal(99)).toBeUndefined();
  });

  it('says when to come back', () => {
    expect(refusal(699)).toMatchObject({
      status: 429,
      message: 'Too many messages pending to ingest. Retry after 2024-05-01 10:11:42+00:00',
      details: { headers: { 'Retry-After': '30' }, detail: { try_after: 1_714_558_302, back_pressure_type: 'ingest' } },
    });
  });

  it('never sends anybody away for more than a minute', () => {
    expect(refusal(1_000_000)?.details.headers).toEqual({ 'Retry-After': '60' });
  });
});

class Backlog {
  counts = 0;
  waiting = 5;
  nowMs = 0;
  isBroken = false;
  private gate = Promise.resolve();
  readonly known = new WaitingCount(
    async () => {
      this.counts += 1;
      await this.gate;
      if (this.isBroken) throw new Error('The database is away');
      return this.waiting;
    },
    () => this.nowMs,
  );

  /** Counts end when the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gate = promise;
    return resolve;
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('WaitingCount', () => {
  it('counts once for all who ask at first, and not again within a second', async () => {
    const backlog = new Backlog();
    expect(await Promise.all([backlog.known.get(), backlog.known.get()])).toEqual([5, 5]);
    backlog.nowMs = 1_000;
    expect([await backlog.known.get(), backlog.counts]).toEqual([5, 1]);
  });

  it('answers at once while it counts again', async () => {
    const backlog = new Backlog();
    await backlog.known.get();
    const release = backlog.hold();
    backlog.nowMs = 1_500;
    backlog.waiting = 7;
    expect([await backlog.known.get(), await backlog.known.get(), backlog.counts]).toEqual([5, 5, 2]);
    release();
    await settled();
    expect(await backlog.known.get()).toBe(7);
  });

  it('waits for a count when the last one is older than ten seconds', async () => {
    const backlog = new Backlog();
    await backlog.known.get();
    backlog.nowMs = 10_001;
    backlog.waiting = 9;
    expect(await backlog.known.get()).toBe(9);
  });

  it('counts what was added since, also while it counts', async () => {
    const backlog = new Backlog();
    await backlog.known.get();
    backlog.known.added(2);
    expect(await backlog.known.get()).toBe(7);
    const release = backlog.hold();
    backlog.nowMs = 1_500;
    backlog.waiting = 7;
    expect(await backlog.known.get()).toBe(7);
    backlog.known.added(1);
    expect(await backlog.known.get()).toBe(8);
    release();
    await settled();
    expect(await backlog.known.get()).toBe(8);
  });

  it('goes on with the last count while others fail, for ten seconds', async () => {
    const backlog = new Backlog();
    await backlog.known.get();
    backlog.isBroken = true;
    backlog.known.added(1);
    backlog.nowMs = 9_000;
    expect(await backlog.known.get()).toBe(6);
    await settled();
    backlog.nowMs = 10_001;
    await expect(backlog.known.get()).rejects.toThrow('The database is away');
    backlog.isBroken = false;
    expect(await backlog.known.get()).toBe(5);
  });
});
