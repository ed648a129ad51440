const BYTES_PER_VALUE = 8;

/** Sizes of lists that many rows share, so that each list is measured once. */
const listSizes = new WeakMap<readonly unknown[], number>();

/** Approximate size of a value in memory or on the wire. Lists must not change once they have been measured. */
export function valueBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + BYTES_PER_VALUE;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (Array.isArray(value)) return listSize(value);
  if (typeof value !== 'object' || value === null) return BYTES_PER_VALUE;
  let size = 0;
  for (const member of Object.values(value)) size += valueBytes(member);
  return size;
}

function listSize(list: readonly unknown[]): number {
  let size = listSizes.get(list);
  if (size === undefined) {
    size = list.reduce<number>((sum, item) => sum + valueBytes(item), BYTES_PER_VALUE);
    listSizes.set(list, size);
  }
  return size;
}
