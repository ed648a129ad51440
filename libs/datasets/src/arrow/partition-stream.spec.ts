import { Readable } from 'node:stream';
import { Bool, Dictionary, Int32, LargeUtf8, tableToIPC, Utf8 } from 'apache-arrow';
import { partitionColumns } from './partition-columns';
import { arrowStream, arrowTable, fieldStream, listOfTexts } from '../../fixtures/partitions';
import { batchesOf, checkedRows } from './partition-stream';
import { rowPageOf } from './partition-threads';

const owner = { owner: 'account' };
const rowsOf = (content: Buffer, type: keyof typeof partitionColumns = 'FIELD_STREAMING') =>
  checkedRows(Readable.from(chunked(content)), { ...owner, columns: partitionColumns[type] });

/** In pieces that end anywhere. */
function* chunked(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 97) yield content.subarray(at, at + 97);
}

async function problemWith(content: Buffer, type?: keyof typeof partitionColumns): Promise<string> {
  const found = await rowsOf(content, type).catch((error: Error) => error);
  return found instanceof Error ? found.message.replace(/^.*of this dataset: /, '') : `${found} rows`;
}

const labelled = { text: [new Utf8(), ['a', 'b']], labels: [listOfTexts, [['x/y'], []]] } as const;

describe('a stream of a partition', () => {
  it('is read message by message, and its rows are counted', async () => {
    expect(await rowsOf(fieldStream(['a', 'b'], ['c'], []))).toBe(3);
    expect(await rowsOf(arrowStream(labelled), 'FIELD_CLASSIFICATION')).toBe(2);
    expect(await rowsOf(fieldStream([]))).toBe(0);
  });

  it('may have large offsets, and nulls', async () => {
    const nulls = { text: [new LargeUtf8(), ['a', null, 'ü']], labels: [listOfTexts, [null, ['x/y'], []]] } as const;
    expect(await rowsOf(arrowStream(nulls), 'PARAGRAPH_CLASSIFICATION')).toBe(3);
  });

  it('of questions has flags', async () => {
    const text = [new Utf8(), ['a']] as const;
    const list = [listOfTexts, [['a']]] as const;
    const columns = {
      question: text,
      answer: text,
      question_paragraphs: list,
      answer_paragraphs: list,
      question_language: text,
      answer_language: text,
    };
    const questions = arrowStream({ ...columns, cancelled_by_user: [new Bool(), [true]] });
    expect(await rowsOf(questions, 'QUESTION_ANSWER_STREAMING')).toBe(1);
  });

  it('is refused with missing, unknown and wrong columns', async () => {
    const type = 'FIELD_CLASSIFICATION';
    expect(await problemWith(arrowStream({ text: labelled.text }), type)).toBe(
      'it has no column labels; the columns are text, labels',
    );
    expect(await problemWith(arrowStream({ ...labelled, id: labelled.text }), type)).toBe(
      'its column id is unknown; the columns are text, labels',
    );
    expect(await problemWith(arrowStream({ ...labelled, text: [new Int32(), [1, 2]] }), type)).toBe(
      'its column text must be of type utf8',
    );
    expect(await problemWith(arrowStream({ ...labelled, labels: labelled.text }), type)).toBe(
      'its column labels must be of type list<utf8>',
    );
  });

  it('is refused with dictionaries, as a file, and with something else', async () => {
    const categories = new Dictionary(new Utf8(), new Int32());
    const table = { ...labelled, text: [categories, ['a', 'a']] } as const;
    expect(await problemWith(arrowStream(table), 'FIELD_CLASSIFICATION')).toBe('its column text must be of type utf8');
    const file = Buffer.from(tableToIPC(arrowTable(labelled), 'file'));
    expect(await problemWith(file, 'FIELD_CLASSIFICATION')).toBe('it does not begin with a message');
    expect(await problemWith(Buffer.from('{"text": "a"}'))).toBe('it does not begin with a message');
    expect(await problemWith(Buffer.alloc(0))).toBe('it is empty');
  });

  it('is refused wherever it ends too early', async () => {
    const whole = fieldStream(['The oak is old.'], ['The bank is new.']);
    for (let end = 1; end < whole.length; end += 61)
      expect(await problemWith(whole.subarray(0, end))).toBe(
        `it ends after ${end} bytes, before the end of the stream`,
      );
  });

  it('never claims more than its bounds', async () => {
    const whole = fieldStream(['a']);
    const long = Buffer.from(whole);
    long.writeInt32LE(2 ** 30, 4);
    expect(await problemWith(long)).toBe('the metadata of a message must have at most 1048576 bytes');
    long.writeInt32LE(-1, 4);
    expect(await problemWith(long)).toMatch(/^the metadata/);
  });

  it('never fails in another way, whichever of its bytes are damaged', async () => {
    const whole = fieldStream(['The oak is old.', 'The bank is new.']);
    let refused = 0;
    for (let at = 0; at < whole.length; at += 23) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      const outcome = await rowsOf(damaged).catch((error: Error & { code?: string }) => error);
      if (!(outcome instanceof Error)) continue;
      expect(outcome.message).toMatch(/^The partition is not a valid Arrow IPC stream of this dataset/);
      refused += 1;
    }
    expect(refused).toBeGreaterThan(10);
  });
});

describe('rows of a stream', () => {
  it('are read from a record batch on', async () => {
    const content = Readable.from([fieldStream(['a', 'b'], ['c', 'd'])]);
    const found = [];
    for await (const batch of batchesOf(content, { ...owner, columns: partitionColumns.FIELD_STREAMING })) {
      const page = await rowPageOf({ ...batch, from: 1 }, owner);
      found.push('rows' in page ? page.rows.map(({ text, basic }) => [text, basic.title]) : page);
    }
    expect(found).toEqual([[['b', 'Text 1']], [['d', 'Text 3']]]);
  });
});
