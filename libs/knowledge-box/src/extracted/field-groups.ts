/** Limit for fields read together, as stored; JSON compresses about tenfold. */
export const GROUP_BYTES_MAX = 256 * 1024;

/** An item with the number of bytes to read. */
interface Sized {
  readonly bytes: number;
}

/** Groups small neighbours; a large field forms its own group. */
export function fieldGroups<H extends Sized>(heads: readonly H[]): readonly (readonly H[])[] {
  const groups: H[][] = [];
  let bytesOfGroup = Infinity;
  for (const head of heads) {
    bytesOfGroup += head.bytes;
    if (bytesOfGroup > GROUP_BYTES_MAX) {
      groups.push([]);
      bytesOfGroup = head.bytes;
    }
    groups.at(-1)?.push(head);
  }
  return groups;
}

export function isLarge(group: readonly Sized[]): boolean {
  return group.some(({ bytes }) => bytes > GROUP_BYTES_MAX);
}
