import type { ProcessingValue } from '@lectern/contracts/understanding';
import type { Paragraph } from '../split/paragraph';

const TEXT_CHARS_PER_VALUE = 250_000;
const PARAGRAPHS_PER_VALUE = 200;
/** Of the paragraphs of one value, about. */
const PARAGRAPH_BYTES_PER_VALUE = 256 * 1024;
const SENTENCE_PLACE_BYTES = 12;
const PARAGRAPH_BYTES = 600;

/** A text in pieces small enough for a value of the bus; no character is cut in two. */
export function* textSlices(text: string): Generator<ProcessingValue> {
  for (let start = 0; start < text.length;) {
    const end = Math.min(start + TEXT_CHARS_PER_VALUE, text.length);
    const cutsPair = end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff;
    const to = cutsPair ? end - 1 : end;
    yield { text: text.slice(start, to) };
    start = to;
  }
}

/** Paragraphs in batches that are small enough, by number and by bytes. */
export function* paragraphBatches(paragraphs: Iterable<Paragraph>): Generator<ProcessingValue> {
  let batch: Paragraph[] = [];
  let bytes = 0;
  for (const paragraph of paragraphs) {
    const more = wireBytes(paragraph);
    const isFull = batch.length >= PARAGRAPHS_PER_VALUE || bytes + more > PARAGRAPH_BYTES_PER_VALUE;
    if (isFull && batch.length > 0) {
      yield { paragraphs: batch };
      batch = [];
      bytes = 0;
    }
    batch.push(paragraph);
    bytes += more;
  }
  if (batch.length > 0) yield { paragraphs: batch };
}

/** On the wire, about. */
function wireBytes({ sentences, headings, start_seconds: seconds }: Paragraph): number {
  const headingBytes = headings.reduce((sum, heading) => sum + heading.length * 2, 0);
  return PARAGRAPH_BYTES + headingBytes + sentences.length * SENTENCE_PLACE_BYTES + seconds.length * 32;
}
