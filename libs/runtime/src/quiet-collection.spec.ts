import { QuietCollection } from './quiet-collection';

const MB = 2 ** 20;

describe('the collection of memory', () => {
  let usedMb: number;
  let collected: number;
  const collection = () =>
    new QuietCollection(() => {
      collected += 1;
      usedMb = 300;
    });
  const used = () => usedMb * MB;

  beforeEach(() => {
    usedMb = 500;
    collected = 0;
  });

  it('comes after the start and again after work that left much behind', () => {
    const { look } = bound(collection());
    look(0.01);
    expect([collected, usedMb]).toEqual([1, 300]);
    usedMb = 900;
    look(0.01);
    expect([collected, usedMb]).toEqual([2, 300]);
  });

  it('does not come while there is work, or while little would be freed', () => {
    const { look } = bound(collection());
    look(0.5);
    expect(collected).toBe(0);
    look(0);
    usedMb = 320;
    for (let i = 0; i < 10; i += 1) look(0);
    expect(collected).toBe(1);
  });

  function bound(one: QuietCollection) {
    return { look: (busy: number) => one.look(busy, used) };
  }
});
