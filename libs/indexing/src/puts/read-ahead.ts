/** Size of a group that is read together, unless one item alone is larger. */
const GROUP_BYTES = 256 * 1024;
const GROUP_MAX = 500;

interface Readable {
  readonly id: string;
  /** Estimated size. */
  readonly bytes: number;
}

/**
 * Reads many small items in order with few statements: each item is read with those that follow it. Only one group is
 * in memory.
 */
export class ReadAhead<T extends Readable, R> {
  private readonly groupOf = new Map<string, readonly T[]>();
  private present: { readonly group: readonly T[]; readonly read: Promise<ReadonlyMap<string, R>> } | undefined;

  /** @param read returns the existing values of a group, by id */
  constructor(
    items: readonly T[],
    private readonly read: (group: readonly T[]) => Promise<ReadonlyMap<string, R>>,
  ) {
    for (const group of readGroups(items)) for (const { id } of group) this.groupOf.set(id, group);
  }

  /** @throws the errors of `read`; Error for an id that is not among the items */
  async get({ id }: T): Promise<R> {
    const group = this.groupOf.get(id);
    if (!group) throw new Error(`${id} is not among what is read`);
    if (this.present?.group !== group) this.present = { group, read: this.read(group) };
    const found = (await this.present.read).get(id);
    if (found === undefined) throw new Error(`${id} was not read`);
    return found;
  }
}

function readGroups<T extends Readable>(items: readonly T[]): readonly (readonly T[])[] {
  const groups: T[][] = [];
  let bytes = Infinity;
  for (const item of items) {
    bytes += item.bytes;
    const last = groups.at(-1);
    if (last && bytes <= GROUP_BYTES && last.length < GROUP_MAX) {
      last.push(item);
    } else {
      groups.push([item]);
      bytes = item.bytes;
    }
  }
  return groups;
}
