import { connect, type Table } from '@lancedb/lancedb';

/** Methods of a table that start an operation of the engine. */
const operations = ['query', 'takeRowIds', 'countRows', 'search', 'vectorSearch'] as const;

/**
 * Records the operations of all tables of this process.
 *
 * @param folder for a table of its own
 * @returns a function that stops the recording
 */
export async function countingOperations(folder: string, note: (name: string) => void): Promise<() => void> {
  const connection = await connect(folder);
  const table = await connection.createTable('other', [{ id: 'a' }]);
  const tables: Table = Object.getPrototypeOf(table);
  const spies = operations.map((name) => {
    const begin: unknown = Reflect.get(tables, name);
    const noted = function (this: unknown, ...given: unknown[]): unknown {
      note(name);
      return typeof begin === 'function' ? Reflect.apply(begin, this, given) : undefined;
    };
    Reflect.set(tables, name, noted);
    return () => Reflect.set(tables, name, begin);
  });
  connection.close();
  return () => spies.forEach((undo) => undo());
}
