import { concatenated, mapped } from './sequence';

describe('a sequence', () => {
  it('makes things when somebody goes through it, each time', () => {
    let made = 0;
    const doubled = mapped([1, 2, 3], (n, i) => ((made += 1), [i, n * 2]));
    expect([doubled.length, made]).toEqual([3, 0]);
    for (const _ of doubled) break;
    expect(made).toBe(1);
    expect([...doubled]).toEqual([...doubled]);
    expect([...doubled]).toEqual([
      [0, 2],
      [1, 4],
      [2, 6],
    ]);
  });

  it('is one after the other when several are joined', () => {
    const joined = concatenated([[1, 2], [], mapped([3], (n) => n)]);
    expect([joined.length, ...joined]).toEqual([3, 1, 2, 3]);
  });
});
