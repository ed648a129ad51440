import { AppError } from '@lectern/contracts/core';
import { encodeFrame, type Frame, jsonFrame, readFrames } from './frame';
import { FRAME_BYTES_MAX, frameLimits } from './frame-limits';

/** A small seeded generator, so that failures are reproducible. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

async function* pieces(bytes: Buffer, next: () => number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + next());
    yield bytes.subarray(at, end);
    at = end;
  }
}

async function framesOf(bytes: Buffer, next: () => number = () => 64): Promise<Frame[]> {
  const frames: Frame[] = [];
  for await (const { type, payload } of readFrames(pieces(bytes, next))) frames.push({ type, payload });
  return frames;
}

function head(type: string, length: number): Buffer {
  const bytes = Buffer.alloc(7);
  bytes.write(type, 'latin1');
  bytes.writeUInt32BE(length, 3);
  return bytes;
}

describe('Frames', () => {
  it('are three letters, a length with the most significant byte first, and the payload', () => {
    const frame = encodeFrame('RES', Buffer.from('hello'));
    expect(frame.toString('latin1')).toBe('RES\u0000\u0000\u0000\u0005hello');
  });

  it.each(Array.from({ length: 40 }, (_, seed) => seed))('are read again from any pieces (seed %i)', async (seed) => {
    const random = randomOf(seed);
    const written = Array.from({ length: 1 + random(20) }, () => ({
      type: String.fromCharCode(65 + random(26), 65 + random(26), 65 + random(26)),
      payload: Buffer.from(Array.from({ length: random(300) }, () => random(256))),
    }));
    const bytes = Buffer.concat(written.map(({ type, payload }) => encodeFrame(type, payload)));
    expect(await framesOf(bytes, () => 1 + random(40))).toEqual(written);
  });

  it('know where they are in the file', async () => {
    const bytes = Buffer.concat([jsonFrame('LRN', {}), jsonFrame('RES', [1])]);
    const places: number[][] = [];
    for await (const { start, end } of readFrames(
      pieces(bytes, () => 3),
      100,
    ))
      places.push([start, end]);
    expect(places).toEqual([
      [100, 109],
      [109, 119],
    ]);
  });

  it('are refused when the file ends within one, wherever it is cut', async () => {
    const bytes = Buffer.concat([jsonFrame('LRN', { a: 1 }), jsonFrame('RES', { b: 'two' })]);
    const boundary = jsonFrame('LRN', { a: 1 }).length;
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const reading = framesOf(bytes.subarray(0, cut));
      if (cut === boundary) expect(await reading).toHaveLength(1);
      else await expect(reading).rejects.toThrow('The file ends within the item at byte');
    }
  });

  it('are refused by their length before their payload is waited for', async () => {
    let pulled = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      yield head('RES', FRAME_BYTES_MAX + 1);
      for (;;) {
        pulled += 1;
        yield Buffer.alloc(1024);
      }
    }
    const reading = readFrames(endless()).next();
    await expect(reading).rejects.toThrow(AppError);
    expect(pulled).toBe(0);
  });

  it.each(['SUM', 'END', 'BIN', 'GEN', 'LRN', 'TXT', 'VEC', 'DAT', 'SET', 'SYN', 'XYZ', 'RES', 'PAR'])(
    'of the type %s are as large as it needs, and no larger',
    async (type) => {
      const { sizeBytesMax } = frameLimits(type);
      const read = (sizeBytes: number) => readFrames(pieces(head(type, sizeBytes), () => 64)).next();
      await expect(read(sizeBytesMax + 1)).rejects.toThrow(`items of the type ${type} have at most ${sizeBytesMax}`);
      await expect(read(sizeBytesMax)).rejects.toThrow('The file ends within the item');
    },
  );

  it.each(['res', 'R S', '\u0000\u0000\u0000', 'RÉS'])('are refused with the type %j', async (type) => {
    await expect(framesOf(head(type, 0))).rejects.toThrow('At byte 0 of the file, no item begins');
  });

  it('are not written when they could not be read', () => {
    expect(() => encodeFrame('RES', Buffer.alloc(FRAME_BYTES_MAX + 1))).toThrow('too large');
    expect(() => encodeFrame('res', Buffer.alloc(0))).toThrow('no type');
  });
});
