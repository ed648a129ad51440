import { AppError } from '@lectern/contracts';
import { awayTtlMs, memoryTtlMs, ShortMemory } from './short-memory';

describe('a short memory', () => {
  const asking = () => {
    const asked: string[] = [];
    return { asked, ask: (answer: string) => async () => ({ answer: (asked.push(answer), answer) }) };
  };

  it('asks once for questions asked at the same time, and not again while it remembers', async () => {
    const { asked, ask } = asking();
    const memory = new ShortMemory<{ answer: string }>();
    const both = await Promise.all([memory.get('k', ask('a')), memory.get('k', ask('b'))]);
    expect([...both, await memory.get('k', ask('c'))].map(({ answer }) => answer)).toEqual(['a', 'a', 'a']);
    expect(asked).toEqual(['a']);
  });

  it('does not remember a failure', async () => {
    const memory = new ShortMemory<{ answer: string }>();
    await expect(memory.get('k', async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await memory.get('k', async () => ({ answer: 'yes' }))).answer).toBe('yes');
  });

  it('does not remember what was forgotten while it was being asked', async () => {
    const { ask } = asking();
    const memory = new ShortMemory<{ answer: string }>();
    let tell: (answer: { answer: string }) => void = () => undefined;
    const slow = memory.get('k', () => new Promise((resolve) => (tell = resolve)));
    memory.forget(() => false);
    tell({ answer: 'old' });
    expect((await slow).answer).toBe('old');
    expect((await memory.get('k', ask('new'))).answer).toBe('new');
  });

  it('forgets what fits, and only that', async () => {
    const { ask } = asking();
    const memory = new ShortMemory<{ answer: string }>();
    await memory.get('a', ask('1'));
    await memory.get('b', ask('2'));
    memory.forget(({ answer }) => answer === '1');
    expect([await memory.get('a', ask('3')), await memory.get('b', ask('4'))]).toEqual([
      { answer: '3' },
      { answer: '2' },
    ]);
  });

  it('does not believe an answer past its own end', async () => {
    const memory = new ShortMemory<{ answer: string; endMs: number }>(({ endMs }) => endMs);
    await memory.get('k', async () => ({ answer: 'old', endMs: Date.now() - 1 }));
    expect((await memory.get('k', async () => ({ answer: 'new', endMs: Infinity }))).answer).toBe('new');
  });

  describe('past the time of its answers', () => {
    const away = async () => Promise.reject(new AppError('unavailable', 'away'));
    let memory: ShortMemory<{ answer: string }>;

    beforeEach(async () => {
      jest.useFakeTimers();
      memory = new ShortMemory<{ answer: string }>();
      await memory.get('k', async () => ({ answer: 'old' }));
      jest.advanceTimersByTime(memoryTtlMs + 1);
    });
    afterEach(() => jest.useRealTimers());

    it('asks again', async () => {
      expect(await memory.get('k', async () => ({ answer: 'new' }))).toEqual({ answer: 'new' });
    });

    it('believes them while whoever knows better is away, and not longer than a minute', async () => {
      expect(await memory.get('k', away)).toEqual({ answer: 'old' });
      jest.advanceTimersByTime(awayTtlMs - memoryTtlMs);
      await expect(memory.get('k', away)).rejects.toThrow('away');
    });

    it('does not ask at every call while it is away', async () => {
      await memory.get('k', away);
      const ask = jest.fn(away);
      await memory.get('k', ask);
      expect(ask).not.toHaveBeenCalled();
      jest.advanceTimersByTime(2_000);
      await memory.get('k', ask);
      expect(ask).toHaveBeenCalledTimes(1);
    });

    it('takes a refusal for what it is', async () => {
      const refuse = async () => Promise.reject(new AppError('unauthorized', 'gone'));
      await expect(memory.get('k', refuse)).rejects.toThrow('gone');
    });

    it('does not believe what was forgotten', async () => {
      memory.forget(() => true);
      await expect(memory.get('k', away)).rejects.toThrow('away');
    });
  });
});
