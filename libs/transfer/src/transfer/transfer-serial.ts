import type { TaskQueue } from '@lectern/database';
import type { TransferKey } from './export.repository';

type Kind = 'export' | 'import';

/** The serial and the task key of a transfer. */
export function transferSerial(
  kind: Kind,
  { kbid, id }: TransferKey,
): { readonly serialBy: string; readonly key: string } {
  const name = `${kind}:${kbid}/${id}`;
  return { serialBy: name, key: name };
}

/** Whether no further attempt will be made, for example after worker processes crashed. */
export async function isGivenUp(tasks: TaskQueue, kind: Kind, key: TransferKey): Promise<boolean> {
  const { serialBy } = transferSerial(kind, key);
  return (await tasks.givenUp([serialBy])).has(serialBy);
}
