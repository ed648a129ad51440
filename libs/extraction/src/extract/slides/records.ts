const HEADER_BYTES = 8;
const CONTAINER = 0xf;
const DEPTH_MAX = 50;
const RECORDS_MAX = 200_000;

/** One record of a presentation, as [MS-PPT] lays them out. */
export interface SlideRecord {
  readonly type: number;
  readonly instance: number;
  /** In the stream. */
  readonly at: number;
  readonly content: Uint8Array;
  readonly isContainer: boolean;
}

/** The records at one level, up to the first that is broken. */
export function* recordsOf(stream: Uint8Array, from = 0, to = stream.length): Generator<SlideRecord> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let at = from;
  while (at + HEADER_BYTES <= to) {
    const head = view.getUint16(at, true);
    const length = view.getUint32(at + 4, true);
    const start = at + HEADER_BYTES;
    const content = stream.subarray(start, Math.min(start + length, to));
    yield {
      type: view.getUint16(at + 2, true),
      instance: head >> 4,
      at,
      content,
      isContainer: (head & 0xf) === CONTAINER,
    };
    at = start + length;
  }
}

/** All records within one, each before those within it. */
export function* deepRecordsOf(container: Uint8Array): Generator<SlideRecord> {
  const open = [recordsOf(container)];
  for (let left = RECORDS_MAX; open.length > 0 && left > 0; left -= 1) {
    const next = open.at(-1)?.next();
    if (!next || next.done) {
      open.pop();
      continue;
    }
    yield next.value;
    if (next.value.isContainer && open.length < DEPTH_MAX) open.push(recordsOf(next.value.content));
  }
}
