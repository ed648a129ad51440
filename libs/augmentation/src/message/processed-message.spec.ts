import fc from 'fast-check';
import { readMessage, writeMessage } from '@lectern/contracts/messages';
import {
  decodeMessage,
  encodeMessage,
  type MessageVectors,
  type ProcessedMessage,
  timestampOf,
} from './processed-message';

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => text !== '__proto__');
const place = fc.nat({ max: 20_000_000 });
const field = fc.record({ field_type: fc.constantFrom(0, 1, 4, 6, 7), field: name });
const vectors = fc.record({
  vectors: fc.array(
    fc.record({
      start: place,
      end: place,
      start_paragraph: place,
      end_paragraph: place,
      vector: fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { maxLength: 4 }),
    }),
    { maxLength: 3 },
  ),
});
const object = fc.record({ vectors, split_vectors: fc.dictionary(name, vectors, { maxKeys: 2 }) });

const message: ProcessedMessage = {
  kbid: 'kb',
  uuid: 'r',
  slug: '',
  basic: { title: 'Tides' },
  conversations: {},
  link_extracted_data: [],
  file_extracted_data: [],
  texts: {},
  question_answers: [],
  generated_by: [{ processor: {} }],
  extracted_text: [],
  field_metadata: [],
  field_vectors: [],
  errors: [],
  done_time: timestampOf(new Date(1_700_000_000_123)),
  processing_id: 'p',
  account_seq: 2 ** 40,
};

describe('A processed message', () => {
  it('is read as it was written, whatever is in it', () => {
    const text = fc.record({
      field,
      body: fc.record({ text: fc.string({ unit: 'binary' }).map(wellFormed), split_text: fc.dictionary(name, name) }),
    });
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 3 }),
        fc.array(fc.tuple(field, object), { maxLength: 2 }),
        (texts, sets) => {
          const field_vectors = sets.map(([own, one]) => ({ field: own, vectors: one, vectorset_id: 'model' }));
          const read = decodeMessage(encodeMessage({ ...message, extracted_text: texts, field_vectors }));
          expect(read.extracted_text.map(({ field: own, body }) => [own, body?.text, body?.split_text])).toEqual(
            texts.map(({ field: own, body }) => [own, body.text, body.split_text]),
          );
          expect(read.field_vectors.map(({ vectors: one }) => plain(one))).toEqual(sets.map(([, one]) => plain(one)));
          expect([read.account_seq, read.done_time.nanos]).toEqual([2 ** 40, 123_000_000]);
        },
      ),
    );
  });

  it('says with the numbers that clients know that a processor made it', () => {
    const bytes = Buffer.from(encodeMessage({ ...message, account_seq: 1 }));
    // source = 33 is 1; generated_by = 40 is a processor; uuid = 3; processing_id = 32.
    expect(bytes.includes(Buffer.from([0x88, 0x02, 1]))).toBe(true);
    expect(bytes.includes(Buffer.from([0xc2, 0x02, 2, 0x0a, 0]))).toBe(true);
    expect(bytes.includes(Buffer.from([0x1a, 1, 0x72]))).toBe(true);
    expect(bytes.includes(Buffer.from([0x82, 0x02, 1, 0x70]))).toBe(true);
  });

  it('takes vectors as models give them', () => {
    const vector = Float32Array.of(0.5, -1) as unknown as readonly number[]; // indexed by number
    const one = { start: 0, end: 1, start_paragraph: 0, end_paragraph: 1, vector };
    const bytes = writeMessage('VectorObject', { vectors: { vectors: [one] }, split_vectors: {} });
    expect(readMessage<MessageVectors>('VectorObject', bytes).vectors.vectors[0]?.vector).toEqual([0.5, -1]);
  });
});

/** Lone surrogates cannot be encoded in UTF-8. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}

/** Without members that only indicate absence. */
function plain(one: MessageVectors | undefined): unknown {
  const list = (vectors: MessageVectors['vectors']) =>
    vectors.vectors.map(({ start, end, start_paragraph, end_paragraph, vector }) => [
      start,
      end,
      start_paragraph,
      end_paragraph,
      [...vector].map((number) => number + 0),
    ]);
  return one && [list(one.vectors), Object.entries(one.split_vectors).map(([id, own]) => [id, list(own)])];
}
