import type { FieldToProcess, ProcessingValue } from '@lectern/contracts/understanding';
import { AppError } from '@lectern/contracts/core';
import type { UsageMeter, UsageQuota } from '@lectern/usage';
import { MeteredProcessing } from './metered-processing';
import type { ProcessService } from './process.service';

const CHARS = 'monthly_limit_chars_processed';
const DOCUMENTS = 'monthly_limit_docs_no_media_processed';
const STORED = 'monthly_limit_paragraphs_stored';
const field = { kbid: 'box', account: 'a', rid: 'r', field: { letter: 'f', id: 'x' } } as FieldToProcess;
const end = { mimeType: 'text/plain', summary: '', language: 'en', languages: [], entities: [], links: [], errors: [] };
const paragraph = { start: 0, end: 3 } as NonNullable<ProcessingValue['paragraphs']>[number];

/** Reads a field of an account that may read so many characters in all. */
async function read(values: readonly ProcessingValue[], { left = Infinity, error = false, stored = true } = {}) {
  const log: string[] = [];
  let charsLeft = left;
  const quota = {
    async hold(_: string, use: Record<string, number>) {
      log.push(
        `hold ${Object.entries(use)
          .flatMap(([name, amount]) => (amount > 0 ? name : []))
          .join()}`,
      );
      return { keep: () => log.push('keep'), giveBack: () => log.push('give back') };
    },
    async spend(_: string, use: Record<string, number>) {
      if (STORED in use !== stored) log.push('stored for nobody');
      charsLeft -= use[CHARS] ?? 0;
      if (charsLeft < 0) throw new AppError('quota_exceeded', 'spent');
    },
  } as unknown as UsageQuota;
  const counted: object[] = [];
  const meter = { count: ({ metrics }: { metrics: object }) => void counted.push(metrics) } as unknown as UsageMeter;
  const service = {
    async *process() {
      yield* values;
      if (error) throw new Error('broken');
    },
  } as unknown as ProcessService;
  const processing = new MeteredProcessing(service, meter, quota);
  const { signal } = new AbortController();
  const handed: string[] = [];
  try {
    const source = stored ? processing.processStored(field, signal) : processing.process(field, signal);
    for await (const { text, field: last } of source) handed.push(text ?? (last ? 'end' : ''));
  } catch (caught) {
    log.push(caught instanceof AppError ? caught.code : 'failed');
  }
  return { log, handed, counted };
}

describe('Processing of an account with limits', () => {
  const values: ProcessingValue[] = [
    { text: 'one', paragraphs: [paragraph] },
    { text: 'two', paragraphs: [paragraph], progress: { resume: '1' } as NonNullable<ProcessingValue['progress']> },
    { text: 'three', paragraphs: [paragraph] },
    { field: end as NonNullable<ProcessingValue['field']> },
  ];

  it('takes a document before it begins, and what was read while it is read', async () => {
    const { log, handed, counted } = await read(values);
    expect(log).toEqual([`hold ${DOCUMENTS}`, 'keep']);
    expect(handed).toEqual(['one', 'two', 'three', 'end']);
    expect(counted).toEqual([
      expect.objectContaining({ chars_processed: 6, paragraphs_processed: 2 }),
      expect.objectContaining({ chars_processed: 5, resources_processed: 1 }),
    ]);
  });

  it('hands nothing on that passes a limit, and gives the document back', async () => {
    const { log, handed } = await read(values, { left: 8 });
    expect(log).toEqual([`hold ${DOCUMENTS}`, 'give back', 'quota_exceeded']);
    expect(handed).toEqual(['one', 'two', 'three']);
  });

  it('gives the document back when reading fails', async () => {
    expect((await read(values.slice(0, 1), { error: true })).log).toEqual([`hold ${DOCUMENTS}`, 'give back', 'failed']);
  });

  it('stores no paragraphs of a push', async () => {
    expect((await read(values, { stored: false })).log).toEqual([`hold ${DOCUMENTS}`, 'keep']);
  });
});
