import { Readable } from 'node:stream';
import { writeMessage } from '@lectern/contracts/messages';
import { tableFromIPC } from 'apache-arrow';
import { partitionColumns } from '../arrow/partition-columns';
import { checkedRows } from '../arrow/partition-stream';
import { arrowStream } from './arrow-stream';
import { type PartitionRow, rowsOfBatch } from './trainset-rows';

const { signal } = new AbortController();
const batchOf = (type: string, ...items: readonly object[]) =>
  writeMessage('trainset.Batch', { data: items.map((item) => writeMessage(`trainset.${type}`, item)) });

async function written(type: keyof typeof partitionColumns, ...batches: readonly (readonly PartitionRow[])[]) {
  const parts: Buffer[] = [];
  for await (const part of arrowStream(type, Readable.from(batches))) parts.push(part);
  const bytes = Buffer.concat(parts);
  const count = await checkedRows(Readable.from([bytes]), { columns: partitionColumns[type], owner: 'me', signal });
  const rows = tableFromIPC(bytes).toArray();
  return { count, rows: rows.map((row) => JSON.parse(JSON.stringify(row)) as unknown) };
}

describe('an exported partition', () => {
  it.each(Object.keys(partitionColumns) as (keyof typeof partitionColumns)[])(
    'of the type %s is a partition that datasets take, also without rows',
    async (type) => {
      expect(await written(type)).toEqual({ count: 0, rows: [] });
      expect(await written(type, [], [])).toEqual({ count: 0, rows: [] });
    },
  );

  it('has the rows of all batches, with any text in them', async () => {
    const texts = ['a', '🌊 ünï\u0000cödé', 'x'.repeat(100_000)];
    const batches = texts.map((text) =>
      rowsOfBatch(
        'FIELD_CLASSIFICATION',
        batchOf('Labelled', { text: [text], labels: [{ labelset: 'a', label: 'b' }] }),
      ),
    );
    const rows = texts.map((text) => ({ text, labels: ['a/b'] }));
    expect(await written('FIELD_CLASSIFICATION', ...batches)).toEqual({ count: 3, rows });
  });

  it('leaves out what has no text, and says labels once', () => {
    const labels = [0, 2].map((origin) => ({ labelset: 'topic', label: 'sea', origin }));
    const batch = batchOf('Labelled', { text: ['One.', ' ', 'Two.'], labels }, { text: [], labels });
    expect(rowsOfBatch('SENTENCE_CLASSIFICATION', batch)).toEqual([
      { text: 'One.', labels: ['topic/sea'] },
      { text: 'Two.', labels: ['topic/sea'] },
    ]);
    expect(rowsOfBatch('PARAGRAPH_STREAMING', batchOf('Paragraph', { id: 'a', text: '' }))).toEqual([]);
    expect(rowsOfBatch('TOKEN_CLASSIFICATION', batchOf('Tokens', { token: [], label: [] }))).toEqual([]);
  });

  it('has the parts of fields as they were, with letters for their types', async () => {
    const field = { rid: 'r', field: 'a', field_type: 'text', labels: ['/t/x'], text: { text: 'The sea' } };
    const [row] = rowsOfBatch('FIELD_STREAMING', batchOf('Field', field));
    expect(row).toMatchObject({ split: '0', rid: 'r', field: 'a', field_type: 't', labels: ['/t/x'] });
    expect(Buffer.from(row?.['text'] as Uint8Array)).toEqual(
      Buffer.from(writeMessage('trainset.Extracted', { text: 'The sea' })),
    );
    expect((await written('FIELD_STREAMING', [row ?? {}])).count).toBe(1);
  });

  it('has questions with their answers, also without one', () => {
    const batch = batchOf('QuestionAnswer', { question: { text: 'Who?', language: 'en', paragraphs: ['It is Ada.'] } });
    expect(rowsOfBatch('QUESTION_ANSWER_STREAMING', batch)).toEqual([
      {
        question: 'Who?',
        answer: '',
        question_paragraphs: ['It is Ada.'],
        answer_paragraphs: [],
        question_language: 'en',
        answer_language: '',
        cancelled_by_user: false,
      },
    ]);
  });
});
