import type { TaskQueue } from '@lectern/database';
import type { TransferKey } from './export.repository';

type Kind = 'export' | 'import';

/** The turn and the task key of a transfer. */
export function transferTurn(
  kind: Kind,
  { kbid, id }: TransferKey,
): { readonly serialBy: string; readonly key: string } {
  const name = `${kind}:${kbid}/${id}`;
  return { serialBy: name, key: name };
}

/** Whether no further attempt will be made, for example after worker processes crashed. */
export async function isGivenUp(tasks: TaskQueue, kind: Kind, key: TransferKey): Promise<boolean> {
  const { serialBy } = transferTurn(kind, key);
  return (await tasks.givenUp([serialBy])).has(serialBy);
}
