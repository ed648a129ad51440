import { randomBytes } from 'node:crypto';
import { tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan } from 'typeorm';
import { SignInGrantEntity } from './sign-in-grant.entity';

const GRANT_TTL_MS = 60_000;
const GRANT_BYTES = 32;

/** One-time tokens of completed sign-ins. Only their hashes are stored. */
@Injectable()
export class SignInGrants {
  /** @returns a token that is exchanged once, within a minute */
  async give(userId: string, tx: EntityManager): Promise<string> {
    const now = Date.now();
    const token = randomBytes(GRANT_BYTES).toString('base64url');
    await tx.delete(SignInGrantEntity, { expires: LessThan(new Date(now)) });
    await tx.insert(SignInGrantEntity, { hash: tokenHash(token), userId, expires: new Date(now + GRANT_TTL_MS) });
    return token;
  }

  /** @returns the user, once; undefined for a token that is unknown, used or expired */
  async use(token: string, tx: EntityManager): Promise<string | undefined> {
    const grant = await tx.findOneBy(SignInGrantEntity, { hash: tokenHash(token) });
    if (!grant) return undefined;
    const { affected } = await tx.delete(SignInGrantEntity, { hash: grant.hash });
    return affected === 1 && grant.expires > new Date() ? grant.userId : undefined;
  }
}
