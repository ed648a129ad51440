import { readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { Egress } from '@lectern/egress';
import { Injectable } from '@nestjs/common';
import { captchaConfig } from './captcha.config';

const TIMEOUT_MS = 5_000;
const ANSWER_BYTES_MAX = 64 * 1024;

/** Checks answers to captchas, where the deployment has one. */
@Injectable()
export class Captcha {
  private readonly config = readConfig(captchaConfig);

  constructor(private readonly egress: Egress) {}

  get isOn(): boolean {
    return this.config.CAPTCHA_VERIFY_URL !== undefined;
  }

  /** @throws AppError `forbidden` without a right answer, `unavailable` where nobody can verify it */
  async check(answer: string | undefined): Promise<void> {
    const { CAPTCHA_VERIFY_URL: url, CAPTCHA_SECRET: secret = '' } = this.config;
    if (url === undefined) return;
    if (!answer) throw new AppError('forbidden', 'The captcha is missing: send its answer as X-SVC-VALIDATION');
    const isRight = await this.verify(url, new URLSearchParams({ secret, response: answer })).catch(
      (cause: unknown) => {
        throw new AppError('unavailable', 'The captcha cannot be verified at the moment; retry later', {}, { cause });
      },
    );
    if (!isRight) throw new AppError('forbidden', 'The captcha is wrong or has expired');
  }

  private async verify(url: string, form: URLSearchParams): Promise<boolean> {
    const answer = await this.egress.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(form),
      timeoutMs: TIMEOUT_MS,
      sizeBytesMax: ANSWER_BYTES_MAX,
      redirectsMax: 0,
    });
    const verdict = await answer.json();
    return typeof verdict === 'object' && verdict !== null && Reflect.get(verdict, 'success') === true;
  }
}
