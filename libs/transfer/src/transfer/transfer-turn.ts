import type { TaskQueue } from '@lectern/database';
import type { TransferKey } from '@lectern/knowledge-box-rows';

type Kind = 'export' | 'import';

/** The turn and the key of the task that does it. */
export function transferTurn(
  kind: Kind,
  { kbid, id }: TransferKey,
): { readonly serialBy: string; readonly key: string } {
  const name = `${kind}:${kbid}/${id}`;
  return { serialBy: name, key: name };
}

/** Whether nobody tries any more, perhaps because processes died with it. */
export async function isGivenUp(tasks: TaskQueue, kind: Kind, key: TransferKey): Promise<boolean> {
  const { serialBy } = transferTurn(kind, key);
  return (await tasks.givenUp([serialBy])).has(serialBy);
}
