import type { KnowledgeBoxNotification } from '@lectern/contracts/knowledge-box';
import { type Change, ChangeStream } from './change-stream';

const written = (rid: string): KnowledgeBoxNotification => ({
  type: 'resource_written',
  data: { resource_uuid: rid, resource_title: '', seqid: 0, operation: 'created', error: false },
});

/** A stream whose connections bring one change each and then break, and when they were opened. */
function fixture() {
  const openedAt: number[] = [];
  const signals: AbortSignal[] = [];
  const stream = new ChangeStream(async function* (signal) {
    openedAt.push(Date.now());
    signals.push(signal);
    yield written(`r${openedAt.length}`);
    throw new TypeError('Failed to fetch');
  });
  return { stream, openedAt, signals };
}

describe('the changes of a box', () => {
  beforeEach(() => jest.useFakeTimers({ now: 0 }));
  afterEach(() => jest.useRealTimers());

  it('come over one connection to all who listen', async () => {
    const { stream, openedAt } = fixture();
    const heard: Change[] = [];
    const ends = [stream.subscribe((change) => heard.push(change)), stream.subscribe((change) => heard.push(change))];
    await jest.advanceTimersByTimeAsync(0);
    expect(heard).toEqual([
      { kind: 'changed', rid: 'r1' },
      { kind: 'changed', rid: 'r1' },
    ]);
    expect(openedAt).toHaveLength(1);
    for (const end of ends) end();
  });

  it('go on after a break, which is said, with longer and longer waits', async () => {
    const { stream, openedAt } = fixture();
    const heard: string[] = [];
    const end = stream.subscribe((change) => heard.push(change.kind));
    await jest.advanceTimersByTimeAsync(6_000);
    expect(openedAt).toEqual([0, 2_000, 6_000]);
    expect(heard.slice(0, 3)).toEqual(['changed', 'missed', 'changed']);
    end();
  });

  it('never wait longer than half a minute', async () => {
    const { stream, openedAt } = fixture();
    const end = stream.subscribe(() => undefined);
    await jest.advanceTimersByTimeAsync(300_000);
    const waits = openedAt.slice(1).map((at, index) => at - (openedAt[index] ?? 0));
    expect(Math.max(...waits)).toBe(30_000);
    end();
  });

  it('are not followed when nobody listens any more', async () => {
    const { stream, openedAt, signals } = fixture();
    stream.subscribe(() => undefined)();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(openedAt).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(true);
  });
});
