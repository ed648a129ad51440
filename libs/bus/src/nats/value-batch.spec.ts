import { BATCH_BYTES_MAX, BATCH_EVERY_MS, ValueBatch } from './value-batch';

describe('ValueBatch', () => {
  const sent: { readonly first: number; readonly sizes: readonly number[] }[] = [];
  let batch: ValueBatch;

  beforeEach(() => {
    jest.useFakeTimers();
    sent.length = 0;
    batch = new ValueBatch((first, values) => sent.push({ first, sizes: values.map(({ length }) => length) }));
  });

  afterEach(() => jest.useRealTimers());

  it('sends the first value at once and those after it together when the time has come', () => {
    for (const size of [1, 2, 3]) batch.add(new Uint8Array(size));
    expect(sent).toEqual([{ first: 0, sizes: [1] }]);
    jest.advanceTimersByTime(BATCH_EVERY_MS);
    expect(sent.slice(1)).toEqual([{ first: 1, sizes: [2, 3] }]);
    expect(batch.count).toBe(3);
  });

  it('sends a value at once after a pause', () => {
    batch.add(new Uint8Array(1));
    jest.advanceTimersByTime(BATCH_EVERY_MS);
    batch.add(new Uint8Array(2));
    expect(sent).toEqual([
      { first: 0, sizes: [1] },
      { first: 1, sizes: [2] },
    ]);
  });

  it('does not wait when much has come together, and keeps messages small', () => {
    const half = BATCH_BYTES_MAX / 2 + 1;
    for (let number = 0; number < 4; number++) batch.add(new Uint8Array(half));
    expect(sent.map(({ sizes }) => sizes)).toEqual([[half], [half], [half]]);
    batch.flush();
    expect(sent.map(({ first }) => first)).toEqual([0, 1, 2, 3]);
  });

  it('sends nothing twice and nothing empty', () => {
    batch.add(new Uint8Array(1));
    batch.add(new Uint8Array(1));
    batch.flush();
    batch.flush();
    jest.advanceTimersByTime(10 * BATCH_EVERY_MS);
    expect(sent).toHaveLength(2);
  });
});
