/** Of fields that are read together, as they are stored: compressed JSON is perhaps ten times as large. */
export const GROUP_BYTES_MAX = 256 * 1024;

/** What takes so many bytes to read. */
interface Sized {
  readonly bytes: number;
}

/** Neighbours together as long as they are small; a large field is alone. */
export function groupsOf<H extends Sized>(heads: readonly H[]): readonly (readonly H[])[] {
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
