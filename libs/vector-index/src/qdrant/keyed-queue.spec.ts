import { KeyedQueue } from './keyed-queue';

describe('KeyedQueue', () => {
  it('do the work of one key in order, and that of others at once', async () => {
    const queue = new KeyedQueue();
    const done: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const first = queue.take(['a', 'b'], () => held.then(() => void done.push('ab')));
    const second = queue.take(['b'], async () => void done.push('b'));
    await queue.take(['c'], async () => void done.push('c'));
    expect(done).toEqual(['c']);
    release();
    await Promise.all([first, second]);
    expect(done).toEqual(['c', 'ab', 'b']);
  });

  it('go on after work that failed', async () => {
    const queue = new KeyedQueue();
    const failing = queue.take(['a'], () => Promise.reject(new Error('broken off')));
    const next = queue.take(['a'], () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken off');
    expect(await next).toBe('done');
    await queue.drain();
  });
});
