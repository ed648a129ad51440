import { type OpenRequestHeaders, type UserLanguage, userLanguages } from '@lectern/contracts/accounts';
import { Injectable } from '@nestjs/common';
import { Captcha } from '../captcha/captcha';
import { GuessLimit } from '../password/guess-limit';
import type { Stranger } from './sign-up.service';

const HOUR_MS = 3_600_000;
/** Mails in an hour: from one network to one address, from all networks to it, and from one network to all. */
const MAILS_MAX = { own: 5, address: 30, network: 60 } as const;
const WRONG_LINKS_MAX = 100;
const LINKS_WINDOW_MS = HOUR_MS / 4;

/** Admits requests of callers without a credential. */
@Injectable()
export class OpenRequests {
  constructor(
    private readonly captcha: Captcha,
    private readonly guesses: GuessLimit,
  ) {}

  /**
   * For requests that cause a mail to an address.
   *
   * @throws AppError `forbidden` by the captcha, `rate_limited`
   */
  async admitMail(email: string, headers: OpenRequestHeaders): Promise<Stranger> {
    await this.captcha.check(headers['x-svc-validation']);
    const network = networkIn(headers);
    const address = email.toLowerCase();
    await this.guesses.claim([
      { subject: `mail/own/${network}/${address}`, max: MAILS_MAX.own, windowMs: HOUR_MS },
      { subject: `mail/address/${address}`, max: MAILS_MAX.address, windowMs: HOUR_MS },
      { subject: `mail/network/${network}`, max: MAILS_MAX.network, windowMs: HOUR_MS },
    ]);
    return { network, language: languageIn(headers) };
  }

  /**
   * For requests with the token of a mail: `use` fails when it does not count.
   *
   * @throws AppError `rate_limited`, and what `use` throws
   */
  async withLink<T>(headers: OpenRequestHeaders, use: (network: string) => Promise<T>): Promise<T> {
    const network = networkIn(headers);
    const bounds = [{ subject: `link/${network}`, max: WRONG_LINKS_MAX, windowMs: LINKS_WINDOW_MS }];
    await this.guesses.claim(bounds);
    const answer = await use(network);
    await this.guesses.release(bounds);
    return answer;
  }

  /** @throws AppError `forbidden` */
  checkCaptcha(headers: OpenRequestHeaders): Promise<void> {
    return this.captcha.check(headers['x-svc-validation']);
  }
}

/** The first of the languages that a browser prefers that mails have. */
function languageIn({ 'accept-language': accepted = '' }: OpenRequestHeaders): UserLanguage {
  const tags = accepted.split(',').map((tag) => tag.trim().slice(0, 2).toUpperCase());
  return tags.flatMap((tag) => userLanguages.find((language) => language === tag) ?? [])[0] ?? 'EN';
}

/** The gateway always names one. */
function networkIn({ network = '' }: OpenRequestHeaders): string {
  return network;
}
