import type { Source, TransferListener } from './addition';
import { AdditionStore } from './addition-store';

const link = (uri: string): Source => ({ kind: 'link', uri });

/** A store whose transfers the test moves on. */
function fixture(mayStart?: () => boolean) {
  const started: { readonly uri: string; readonly listener: TransferListener; isStopped: boolean }[] = [];
  const store = new AdditionStore((source, listener) => {
    const transfer = { uri: source.kind === 'link' ? source.uri : '', listener, isStopped: false };
    started.push(transfer);
    return { stop: () => (transfer.isStopped = true) };
  }, mayStart);
  const states = () => {
    jest.advanceTimersByTime(100);
    return store.getSnapshot().all.map(({ state }) => state);
  };
  return { store, started, states };
}

describe('additions', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are sent three at a time, in their order', () => {
    const { store, started, states } = fixture();
    store.add(['a', 'b', 'c', 'd', 'e'].map(link));
    expect(states()).toEqual(['running', 'running', 'running', 'waiting', 'waiting']);
    started[1]?.listener.onAdded('r1');
    expect(states()).toEqual(['running', 'added', 'running', 'running', 'waiting']);
    expect(started.map(({ uri }) => uri)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('go on after one has failed, and are tried again', () => {
    const { store, started, states } = fixture();
    store.add(['a', 'b', 'c', 'd'].map(link));
    started[0]?.listener.onFailure({ kind: 'refused', words: 'Too large' });
    expect(states()).toEqual(['failed', 'running', 'running', 'running']);
    store.resume(1);
    expect(states()).toEqual(['waiting', 'running', 'running', 'running']);
    expect(store.getSnapshot().all[0]).not.toMatchObject({ failure: expect.anything() });
  });

  it('make room for others while they are paused', () => {
    const { store, started, states } = fixture();
    store.add(['a', 'b', 'c', 'd'].map(link));
    store.pause(1);
    expect(started[0]).toMatchObject({ isStopped: true });
    expect(states()).toEqual(['paused', 'running', 'running', 'running']);
  });

  it('do not hear what a transfer says after it was stopped', () => {
    const { store, started, states } = fixture();
    store.add([link('a')]);
    store.pause(1);
    started[0]?.listener.onFailure({ kind: 'away' });
    expect(states()).toEqual(['paused']);
  });

  it('do not begin while all of them are being paused', () => {
    const { store, started, states } = fixture();
    store.add(['a', 'b', 'c', 'd', 'e'].map(link));
    store.pauseAll();
    expect(new Set(states())).toEqual(new Set(['paused']));
    expect(started).toHaveLength(3);
  });

  it('wait while the server cannot be reached', () => {
    let isThere = false;
    const { store, states } = fixture(() => isThere);
    store.add(['a', 'b'].map(link));
    expect(states()).toEqual(['waiting', 'waiting']);
    isThere = true;
    store.resumeAway();
    expect(states()).toEqual(['running', 'running']);
  });

  it('that failed for want of a server go on when it is back, others do not', () => {
    const { store, started, states } = fixture();
    store.add(['a', 'b'].map(link));
    started[0]?.listener.onFailure({ kind: 'away' });
    started[1]?.listener.onFailure({ kind: 'refused', words: 'No' });
    store.resumeAway();
    expect(states()).toEqual(['running', 'failed']);
  });

  it('wait together when the session has ended, and go on where they were', () => {
    const { store, started, states } = fixture();
    store.add(['a', 'b', 'c', 'd'].map(link));
    started[1]?.listener.onFailure({ kind: 'signed-out' });
    expect(states()).toEqual(['paused', 'paused', 'paused', 'paused']);
    store.resumeAll();
    started[0]?.listener.onFailure({ kind: 'signed-out' });
    expect(states()).toEqual(['running', 'running', 'running', 'waiting']);
  });

  it('that failed are tried again together, except for duplicates', () => {
    const { store, started, states } = fixture();
    store.add(['a', 'b', 'c'].map(link));
    started[0]?.listener.onFailure({ kind: 'refused', words: 'No' });
    started[1]?.listener.onFailure({ kind: 'duplicate', rid: 'r' });
    started[2]?.listener.onFailure({ kind: 'unreadable' });
    expect(states()).toEqual(['failed', 'failed', 'failed']);
    expect(store.getSnapshot().totals.failed).toBe(2);
    store.retryAll();
    expect(states()).toEqual(['running', 'failed', 'running']);
  });

  it('tell their listeners ten times per second at most', () => {
    const { store, started } = fixture();
    let notices = 0;
    store.subscribe(() => notices++);
    store.add(Array.from({ length: 1_000 }, (_, index) => link(`${index}`)));
    for (let sent = 0; sent < 500; sent++) started[0]?.listener.onProgress(sent);
    jest.advanceTimersByTime(100);
    expect(notices).toBe(1);
    expect(store.getSnapshot().all[0]).toMatchObject({ sentBytes: 499 });
  });

  it('are taken off the list once the box has them', () => {
    const { store, started, states } = fixture();
    store.add(['a', 'b', 'c'].map(link));
    started[0]?.listener.onAdded('r1');
    started[1]?.listener.onFailure({ kind: 'duplicate', rid: 'r2' });
    store.removeFinished();
    expect(states()).toEqual(['running']);
  });
});
