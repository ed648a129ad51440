import { systemPrincipal } from '@lectern/contracts/core';
import { type Admission, admitted } from './admission';
import { iteratorOf } from './handlers';

const { signal } = new AbortController();
const request = { params: {}, query: {}, headers: {}, body: {}, principal: systemPrincipal, signal, requestId: 'r' };

async function* values(): AsyncGenerator<number> {
  yield 1;
  yield 2;
}

describe('a handler with a lane', () => {
  let places = 0;
  const admission = (untilFirstValue = false): Admission => ({
    enter: async () => {
      places += 1;
      let hasLeft = false;
      const leave = () => {
        if (!hasLeft) places -= 1;
        hasLeft = true;
      };
      return { leave, untilFirstValue };
    },
  });
  const full: Admission = { enter: () => Promise.reject(new Error('Full')) };
  const streaming = (by: Admission, handle: () => Promise<unknown> = async () => values()) =>
    admitted({ stream: true, handle }, 'ask', by).handle(request).then(iteratorOf);

  beforeEach(() => {
    places = 0;
  });

  it('takes the calls that it took without one: those for this process, too', () => {
    for (const stream of [true, false]) {
      const handler = { stream, addressed: true, handle: async () => values() };
      expect(admitted(handler, 'ask', admission())).toMatchObject({ stream, addressed: true });
    }
  });

  it('holds a place while it works, and gives it back also when it fails', async () => {
    const held: number[] = [];
    const working = async () => void held.push(places);
    await admitted({ stream: false, handle: working }, 'search', admission()).handle(request);
    const failing = () => Promise.reject(new Error('No answer'));
    await expect(admitted({ stream: false, handle: failing }, 'search', admission()).handle(request)).rejects.toThrow(
      'No answer',
    );
    expect([held, places]).toEqual([[1], 0]);
  });

  it('does nothing without a place', async () => {
    const handle = jest.fn();
    await expect(admitted({ stream: false, handle }, 'search', full).handle(request)).rejects.toThrow('Full');
    const answer = await streaming(full, handle);
    await expect(answer.next()).rejects.toThrow('Full');
    expect(handle).not.toHaveBeenCalled();
  });

  it('holds a place until its stream is read', async () => {
    const answer = await streaming(admission());
    expect(places).toBe(0);
    expect([await answer.next(), places]).toEqual([{ value: 1, done: false }, 1]);
    expect([await answer.next(), places]).toEqual([{ value: 2, done: false }, 1]);
    expect([(await answer.next()).done, places]).toEqual([true, 0]);
  });

  it('gives its place back when the reader of its stream leaves, or the stream fails', async () => {
    const left = await streaming(admission());
    await left.next();
    await left.return?.();
    expect(places).toBe(0);
    const broken = await streaming(admission(), () => Promise.reject(new Error('No answer')));
    await expect(broken.next()).rejects.toThrow('No answer');
    expect(places).toBe(0);
  });

  it('gives its place back with the first value where that ends the work', async () => {
    const answer = await streaming(admission(true));
    await answer.next();
    expect(places).toBe(0);
    expect([(await answer.next()).value, (await answer.next()).done]).toEqual([2, true]);
    expect(places).toBe(0);
  });
});
