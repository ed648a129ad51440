import { createHmac } from 'node:crypto';

/** `t={seconds},v1={HMAC-SHA-256 of "{seconds}.{body}" in hex}`. */
export function signatureOf(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${mac}`;
}
