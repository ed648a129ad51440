import { bodyLines } from './lines';

const inPieces = (...pieces: readonly string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(Buffer.from(piece, 'latin1'));
      controller.close();
    },
  });

async function read(body: ReadableStream<Uint8Array> | null): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of bodyLines(body)) lines.push(line);
  return lines;
}

describe('lines of a body', () => {
  it('are whole however they arrive', async () => {
    expect(await read(inPieces('{"a"', ':1}\n\n{"b":', '2}\n{"c":3}'))).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
  });

  it('keep a character that is cut between two pieces', async () => {
    expect(await read(inPieces('\xc3', '\xa9\n'))).toEqual(['é']);
  });

  it('are read no further when nobody wants more', async () => {
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.from('again\n')),
      cancel: () => void (isCancelled = true),
    });
    for await (const line of bodyLines(endless)) {
      expect(line).toBe('again');
      break;
    }
    expect(isCancelled).toBe(true);
  });

  it('are none without a body', async () => {
    expect(await read(null)).toEqual([]);
  });
});
