import { interleaved } from './interleaved';

describe('Interleaved streams', () => {
  it('give every value of each, in its order', async () => {
    const values: string[] = [];
    for await (const value of interleaved([counting('a', 3), counting('b', 1), counting('c', 0)])) values.push(value);
    expect(values.toSorted()).toEqual(['a0', 'a1', 'a2', 'b0']);
    expect(values.filter((value) => value.startsWith('a'))).toEqual(['a0', 'a1', 'a2']);
  });

  it('end with the first error, although another one waits without end', async () => {
    const waiting = (async function* () {
      await new Promise(() => undefined);
      yield 'never';
    })();
    const failing = (async function* () {
      yield 'first';
      throw new Error('gone');
    })();
    const read = async () => {
      for await (const value of interleaved<string>([waiting, failing])) expect(value).toBe('first');
    };
    await expect(read()).rejects.toThrow('gone');
  });

  it('end when the reader leaves', async () => {
    let isEnded = false;
    const stream = (async function* () {
      try {
        yield 1;
        yield 2;
      } finally {
        isEnded = true;
      }
    })();
    for await (const _ of interleaved([stream])) break;
    await new Promise(setImmediate);
    expect(isEnded).toBe(true);
  });
});

async function* counting(name: string, until: number): AsyncGenerator<string> {
  for (let i = 0; i < until; i += 1) yield `${name}${i}`;
}
