import { totpCode, totpStepAt } from './one-time-password';

/** An app that makes codes from the secret that it was given in Base32. */
export class AuthenticatorApp {
  private readonly secret: Buffer;

  constructor(secret: string) {
    const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
    this.secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  }

  /** @param steps half minutes from now */
  code(steps = 0): string {
    return totpCode(this.secret, totpStepAt(new Date()) + steps);
  }

  /** One that is wrong now and for a while. */
  wrongCode(): string {
    const near = new Set([-2, -1, 0, 1, 2, 3].map((steps) => this.code(steps)));
    return ['000000', '111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !near.has(code)) ?? '';
  }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
