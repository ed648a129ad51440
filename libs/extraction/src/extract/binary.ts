const SAMPLE_BYTES = 4_096;
const SAMPLES = 3;
/** Of control characters in text. */
const ODD_SHARE_MAX = 0.02;
/** Of zeros in one half of the bytes of wide characters, and in the other half. */
const WIDE_SHARE_MIN = 0.4;
const WIDE_SHARE_MAX = 0.05;
/** Of characters in UTF-16 that no text has. */
const ODD_WIDE_SHARE_MAX = 0.02;

/** Whether the bytes can hardly be text in any character set, at the beginning, in the middle or at the end. */
export function looksBinary(bytes: Uint8Array): boolean {
  const isMarked = hasMark(bytes);
  return samplesOf(bytes).some((sample) => isOdd(sample, isMarked));
}

function samplesOf(bytes: Uint8Array): Uint8Array[] {
  if (bytes.length <= SAMPLE_BYTES * SAMPLES) return [bytes];
  const step = Math.floor((bytes.length - SAMPLE_BYTES) / (SAMPLES - 1)) & ~3;
  return Array.from({ length: SAMPLES }, (_, at) => bytes.subarray(at * step, at * step + SAMPLE_BYTES));
}

function isOdd(sample: Uint8Array, isMarked: boolean): boolean {
  let odd = 0;
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) odd += 1;
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  if (odd <= Math.max(1, sample.length * ODD_SHARE_MAX)) return false;
  // Wide characters of Western text have a zero in every other byte; others need a mark at the beginning.
  const [even = 0, uneven = 0] = zeros.map((count) => count / (sample.length / 2));
  const isWide = isMarked || (Math.max(even, uneven) > WIDE_SHARE_MIN && Math.min(even, uneven) < WIDE_SHARE_MAX);
  return !isWide || ['utf-16le', 'utf-16be'].every((charset) => isOddWide(sample, charset));
}

function isOddWide(sample: Uint8Array, charset: string): boolean {
  const text = new TextDecoder(charset).decode(sample.subarray(0, sample.length & ~1));
  const odd =
    text.match(/[\p{Cn}\p{Co}\p{Cs}\ufffd]|[\u0001-\u0008\u000e-\u001a\u001c-\u001f\u007f-\u009f]|\0/gu)?.length ?? 0;
  return odd > text.length * ODD_WIDE_SHARE_MAX;
}

function hasMark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
