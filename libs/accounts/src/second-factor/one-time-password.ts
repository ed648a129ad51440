import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** As long as the hash, which RFC 4226 recommends. */
const SECRET_BYTES = 20;
const DIGITS = 6;
const STEP_MS = 30_000;
/** Clocks differ, and people type slowly: the codes before and after count, too. */
const STEPS_AROUND = 1;

export function newTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Without padding, as apps take it. The length must be a multiple of five bytes. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five, 2))).join('');
}

/** Half minutes since the epoch. */
export function totpStepAt(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS);
}

/** The code of one step (RFC 6238 with SHA-1 and six digits, the only ones that all apps know). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(value % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step of a code that counts now; undefined for a wrong one. It takes the same time for both. */
export function totpStepOf(code: string, secret: Buffer, now: Date): number | undefined {
  const present = totpStepAt(now);
  const steps = Array.from({ length: 2 * STEPS_AROUND + 1 }, (_, index) => present - STEPS_AROUND + index);
  const matching = steps.filter((step) => isSame(code, totpCode(secret, step)));
  return matching.at(-1);
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The address by which apps take the secret. */
export function otpauthUri(
  secret: Buffer,
  { issuer, email }: { readonly issuer: string; readonly email: string },
): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
