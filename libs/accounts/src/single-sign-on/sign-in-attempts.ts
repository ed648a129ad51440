import { randomBytes } from 'node:crypto';
import { tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan } from 'typeorm';
import { SignInAttemptEntity } from './sign-in-attempt.entity';

/** Time from the start of a sign-in to its end. */
export const ATTEMPT_TTL_MS = 10 * 60_000;
/** Attempts kept; beyond, the oldest are forgotten, so that nobody fills the disk without a credential. */
const ATTEMPTS_MAX = 100_000;
const CHECKED_EVERY = 1_000;
const STATE_BYTES = 32;

export type NewAttempt = Pick<SignInAttemptEntity, 'provider' | 'accountId' | 'check'> & {
  readonly loginChallenge?: string | undefined;
  readonly cameFrom?: string | undefined;
};

/** Sign-ins that began and have not ended. */
@Injectable()
export class SignInAttempts {
  private inserted = 0;

  /** @returns the state that names the attempt, once, for ten minutes */
  async begin(
    { provider, accountId, check, loginChallenge, cameFrom }: NewAttempt,
    tx: EntityManager,
  ): Promise<string> {
    const state = randomBytes(STATE_BYTES).toString('base64url');
    const created = new Date();
    await tx.delete(SignInAttemptEntity, { expires: LessThan(created) });
    if (this.inserted++ % CHECKED_EVERY === 0) await this.forgetOldest(tx);
    await tx.insert(SignInAttemptEntity, {
      hash: tokenHash(state),
      provider,
      accountId,
      check,
      loginChallenge: loginChallenge ?? null,
      cameFrom: cameFrom ?? null,
      created,
      expires: new Date(created.getTime() + ATTEMPT_TTL_MS),
    });
    return state;
  }

  /** Ends an attempt, whatever comes of it. @returns undefined for one that is unknown, expired or has ended */
  async end(state: string, provider: string, tx: EntityManager): Promise<SignInAttemptEntity | undefined> {
    const attempt = await tx.findOneBy(SignInAttemptEntity, { hash: tokenHash(state), provider });
    if (!attempt) return undefined;
    // Of several that found it only one deletes it.
    const { affected } = await tx.delete(SignInAttemptEntity, { hash: attempt.hash });
    return affected === 1 && attempt.expires > new Date() ? attempt : undefined;
  }

  private async forgetOldest(tx: EntityManager): Promise<void> {
    const oldest = await tx.find(SignInAttemptEntity, { order: { created: 'DESC' }, skip: ATTEMPTS_MAX, take: 1 });
    const [first] = oldest;
    if (first) await tx.delete(SignInAttemptEntity, { created: LessThan(first.created) });
  }
}
