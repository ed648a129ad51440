import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SignInCodeEntity } from './sign-in-code.entity';

@Injectable()
export class SignInCodeRepository {
  /** Instead of the one that the user may have. */
  async put(code: SignInCodeEntity, tx: EntityManager): Promise<void> {
    await tx.upsert(SignInCodeEntity, code, ['userId']);
  }

  /** Voids a code. @returns its user, once, unless it has expired */
  async use(hash: Buffer, now: Date, tx: EntityManager): Promise<string | undefined> {
    const code = await tx.findOneBy(SignInCodeEntity, { hash });
    if (!code) return undefined;
    // Of several that found it only one deletes it.
    const { affected } = await tx.delete(SignInCodeEntity, { hash });
    return affected === 1 && code.expires > now ? code.userId : undefined;
  }
}
