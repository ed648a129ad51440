import { setImmediate as turn } from 'node:timers/promises';
import { FrameSequence } from '../engine/frames';
import { FrameBuffer, KEPT_BYTES_MAX } from './frame-buffer';

const numbers = async (frames: AsyncIterable<{ readonly seqid: number }>): Promise<number[]> => {
  const seen: number[] = [];
  for await (const { seqid } of frames) seen.push(seqid);
  return seen;
};

/** Frames of this many characters at least. */
async function filled(buffer: FrameBuffer, count: number, chars = 0): Promise<void> {
  const frames = new FrameSequence('q');
  for (let i = 0; i < count; i++) await buffer.put(frames.frame('answer', { generated_text: 'x'.repeat(chars) }));
}

describe('frames of an interaction', () => {
  it('are read from any number on, before and after the end', async () => {
    const buffer = new FrameBuffer();
    const early = numbers(buffer.from(0));
    await filled(buffer, 3);
    const late = numbers(buffer.from(2));
    buffer.end();
    expect(await early).toEqual([0, 1, 2]);
    expect(await late).toEqual([2]);
    expect(await numbers(buffer.from(1))).toEqual([1, 2]);
    expect(await numbers(buffer.from(9))).toEqual([]);
  });

  it('wait for their slowest reader, and for nobody where none reads', async () => {
    const alone = new FrameBuffer();
    await filled(alone, 100);

    const buffer = new FrameBuffer();
    const slow = buffer.from(0);
    await Promise.all([slow.next(), filled(buffer, 1)]);
    let isDone = false;
    const writing = filled(buffer, 100).then(() => (isDone = true));
    for (let i = 0; i < 50; i++) await turn();
    expect(isDone).toBe(false);
    await slow.return(undefined);
    await writing;
    expect(isDone).toBe(true);
  });

  it('no longer wait for readers once the interaction is to end', async () => {
    const buffer = new FrameBuffer();
    const stuck = buffer.from(0);
    await Promise.all([stuck.next(), filled(buffer, 1)]);
    const writing = filled(buffer, 100);
    buffer.hurry();
    await writing;
    buffer.end();
    await stuck.return(undefined);
    expect((await numbers(buffer.from(0))).length).toBe(101);
  });

  it('are dropped where they are too many, but never before a reader has them', async () => {
    const buffer = new FrameBuffer();
    await filled(buffer, 5, KEPT_BYTES_MAX / 4);
    buffer.end();
    expect(buffer.sizeBytes).toBeLessThanOrEqual(KEPT_BYTES_MAX);
    await expect(numbers(buffer.from(0))).rejects.toThrow('no longer kept');
    expect((await numbers(buffer.from(3))).at(-1)).toBe(4);

    const followed = new FrameBuffer();
    const all = numbers(followed.from(0));
    await filled(followed, 5, KEPT_BYTES_MAX / 4);
    followed.end();
    expect(await all).toEqual([0, 1, 2, 3, 4]);
  });
});
