import { LiveProcesses } from './live-processes';

describe('LiveProcesses', () => {
  const times = { heartbeatMs: 100, silenceMsMax: 300 };

  it('counts a process as alive until it was silent for too long', () => {
    const peers = new LiveProcesses(times, 0);
    peers.noteHeartbeat('a', 100);
    expect([peers.isAlive('a', 400), peers.isAlive('a', 401), peers.isAlive('unknown', 0)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('tells a process that is gone from one that was never heard', () => {
    const peers = new LiveProcesses(times, 0);
    peers.noteHeartbeat('a', 100);
    peers.noteHeartbeat('b', 400);
    peers.left('b');
    expect(['a', 'b', 'unknown'].map((peer) => peers.isGone(peer, 400))).toEqual([false, true, false]);
    expect(peers.isGone('a', 401)).toBe(true);
  });

  it('believes a process that says it leaves', () => {
    const peers = new LiveProcesses(times, 0);
    peers.noteHeartbeat('a', 100);
    peers.left('a');
    expect(peers.isAlive('a', 100)).toBe(false);
  });

  it('gives everyone another chance when this process itself was held up', () => {
    const peers = new LiveProcesses(times, 0);
    peers.noteHeartbeat('a', 0);
    peers.noteHeartbeat('b', 0);
    peers.left('b');
    peers.tick(5_000);
    expect([peers.isAlive('a', 5_000), peers.isAlive('b', 5_000)]).toEqual([true, false]);
  });

  it('forgets who has long been silent', () => {
    const peers = new LiveProcesses(times, 0);
    peers.noteHeartbeat('a', 0);
    for (let nowMs = 100; nowMs <= 3_100; nowMs += 100) peers.tick(nowMs);
    peers.tick(9_000);
    expect(peers.isAlive('a', 9_000)).toBe(false);
  });
});
