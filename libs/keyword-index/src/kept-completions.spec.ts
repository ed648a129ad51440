import type { Table } from '@lancedb/lancedb';
import { KeptCompletions } from './kept-completions';

/** A table in its first state that is never queried. */
function tableOf() {
  return { number: 1 };
}

describe('completions that are kept', () => {
  let kept: KeptCompletions;
  let reads: string[];
  // No member of the table is used.
  const stateOf = (table: { readonly number: number }) => ({ table: table as unknown as Table, state: table.number });
  const read = (table: { readonly number: number }, condition: string) =>
    kept.get(stateOf(table), condition, async () => {
      reads.push(condition);
      return [`${condition}${reads.length}`];
    });

  beforeEach(() => {
    kept = new KeptCompletions();
    reads = [];
  });

  it('are read once for each condition', async () => {
    const table = tableOf();
    expect(await Promise.all([read(table, 'a'), read(table, 'a'), read(table, 'b')])).toEqual([['a1'], ['a1'], ['b2']]);
    expect(await read(table, 'a')).toEqual(['a1']);
  });

  it('are read again when the table has changed, or was opened again', async () => {
    const table = tableOf();
    await read(table, 'a');
    table.number = 2;
    expect(await read(table, 'a')).toEqual(['a2']);
    expect(await read(tableOf(), 'a')).toEqual(['a3']);
  });

  it('are read again after a failure', async () => {
    const table = tableOf();
    const failing = kept.get(stateOf(table), 'a', () => Promise.reject(new Error('The disk is away')));
    await expect(failing).rejects.toThrow('The disk is away');
    expect(await read(table, 'a')).toEqual(['a1']);
  });

  it('are forgotten beyond a number, those that were used longest ago first', async () => {
    const table = tableOf();
    await read(table, 'first');
    await read(table, 'used');
    for (let n = 0; n < 4_095; n += 1) {
      await read(table, `${n}`);
      if (n % 1_000 === 0) await read(table, 'used');
    }
    const before = reads.length;
    await read(table, 'used');
    expect(reads).toHaveLength(before);
    await read(table, 'first');
    expect(reads).toHaveLength(before + 1);
  });
});
