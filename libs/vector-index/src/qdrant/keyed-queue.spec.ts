import { KeyedQueue } from './keyed-queue';

describe('KeyedQueue', () => {
  it('do the work of one key in order, and that of others at once', async () => {
    const turns = new KeyedQueue();
    const done: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const first = turns.take(['a', 'b'], () => held.then(() => void done.push('ab')));
    const second = turns.take(['b'], async () => void done.push('b'));
    await turns.take(['c'], async () => void done.push('c'));
    expect(done).toEqual(['c']);
    release();
    await Promise.all([first, second]);
    expect(done).toEqual(['c', 'ab', 'b']);
  });

  it('go on after work that failed', async () => {
    const turns = new KeyedQueue();
    const failing = turns.take(['a'], () => Promise.reject(new Error('broken off')));
    const next = turns.take(['a'], () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken off');
    expect(await next).toBe('done');
    await turns.drain();
  });
});
