/** First bytes of images; `null` is any byte. */
const signatures: readonly (readonly [type: string, bytes: readonly (number | null)[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
];

/** Media type of an image that models accept, from its first bytes; undefined for anything else. */
export function imageType(bytes: Uint8Array): string | undefined {
  return signatures.find(([, start]) => start.every((byte, at) => byte === null || bytes[at] === byte))?.[0];
}
