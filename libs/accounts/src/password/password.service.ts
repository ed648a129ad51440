import { availableParallelism } from 'node:os';
import { busy, Slots } from '@lectern/workers';
import { Injectable } from '@nestjs/common';
import { matchesPasswordHash, passwordHash } from './password-hash';

/** A hash takes a core and 19 MiB: most cores are left for other work. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 4));
const WAITING_MAX = 200;
const WAIT_MS_MAX = 10_000;

/** Hashes passwords and compares them, few at a time. */
@Injectable()
export class Passwords {
  private readonly slots = new Slots({
    order: 'fair',
    slotsMax: AT_ONCE,
    waitingMax: WAITING_MAX,
    waitMsMax: WAIT_MS_MAX,
    refusal: busy('Too many passwords are checked at the moment; retry later'),
  });
  /** Of nobody's password, so that a user who does not exist takes the same time. */
  private readonly nobody = passwordHash('');

  /** @param owner who asks: networks take turns @throws AppError `rate_limited` */
  hash(password: string, owner: string): Promise<string> {
    return this.slots.use({ owner }, () => passwordHash(password));
  }

  /** Takes as long without a hash as with one. @throws AppError `rate_limited` */
  async matches(password: string, hash: string | undefined, owner: string): Promise<boolean> {
    const compared = hash ?? (await this.nobody);
    const isRight = await this.slots.use({ owner }, () => matchesPasswordHash(password, compared));
    return isRight && hash !== undefined;
  }
}
