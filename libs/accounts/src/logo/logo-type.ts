import { logoTypes } from '@lectern/contracts/accounts';

/** First bytes of each type, in hex, `.` for any digit. */
const signatures: Readonly<Record<(typeof logoTypes)[number], RegExp>> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/gif': /^474946383[79]61/,
  'image/webp': /^52494646.{8}57454250/,
};

/** Media type of a picture by its first bytes; undefined for all that browsers might run. */
export function logoTypeOf(bytes: Buffer): (typeof logoTypes)[number] | undefined {
  const start = bytes.toString('hex', 0, 12);
  return logoTypes.find((type) => signatures[type].test(start));
}
