import { createHash } from 'node:crypto';
import { Transactions } from '@lectern/database';
import { randomSecret, tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThanOrEqual } from 'typeorm';
import { needsCode } from '../factor-demand/factor-demand';
import { SecondFactorCheck } from './second-factor-check';
import { SignInStepEntity } from './second-factor.entity';

const TTL_MS = 10 * 60_000;
/** Of one user; the oldest ones go. */
const STEPS_MAX = 10;

/** A code that was entered after a password. */
export interface EnteredStep {
  /** From `begin`. */
  readonly token: string;
  readonly challenge: string;
  readonly code: string;
  readonly network?: string | undefined;
}

/** Sign-ins between the password and the code. */
@Injectable()
export class SignInSteps {
  constructor(
    private readonly transactions: Transactions,
    private readonly factor: SecondFactorCheck,
  ) {}

  /**
   * After the password, or a sign-in at a provider.
   *
   * @returns what names the step; undefined where the user needs no code
   * @throws AppError `forbidden` when an account of the user demands another way to sign in
   */
  async begin(userId: string, challenge: string, provider?: string): Promise<string | undefined> {
    if (!(await this.transactions.read((tx) => needsCode(userId, provider, tx)))) return undefined;
    const token = randomSecret();
    const [now, challengeHash] = [Date.now(), hashed(challenge)];
    await this.transactions.run(async (tx) => {
      await tx.delete(SignInStepEntity, { expires: LessThanOrEqual(new Date(now)) });
      await tx.insert(SignInStepEntity, {
        hash: tokenHash(token),
        userId,
        challengeHash,
        expires: new Date(now + TTL_MS),
      });
      await tx.query(
        `DELETE FROM sign_in_steps WHERE hash IN (
          SELECT hash FROM sign_in_steps WHERE user_id = $1 ORDER BY expires DESC OFFSET $2)`,
        [userId, STEPS_MAX],
      );
    });
    return token;
  }

  /**
   * Ends a step whose code is right.
   *
   * @returns the user; `stale` for one that is unknown, over or of another sign-in; `wrong` for a wrong code
   * @throws AppError `rate_limited`
   */
  async complete({ token, challenge, code, network }: EnteredStep): Promise<{ userId: string } | 'stale' | 'wrong'> {
    const hash = tokenHash(token);
    const where = { hash, challengeHash: hashed(challenge) };
    const step = await this.transactions.read((tx) => tx.findOneBy(SignInStepEntity, where));
    if (!step || step.expires <= new Date()) return 'stale';
    const { userId } = step;
    if (!(await this.factor.check({ userId, code, network }))) return 'wrong';
    // The password may have changed in the meantime.
    const { affected } = await this.transactions.run((tx) => tx.delete(SignInStepEntity, { hash }));
    return affected === 1 ? { userId } : 'stale';
  }
}

/** With a new password, sign-ins that began with the one before end. */
export async function voidSignInSteps(userId: string, tx: EntityManager): Promise<void> {
  await tx.delete(SignInStepEntity, { userId });
}

function hashed(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest();
}
