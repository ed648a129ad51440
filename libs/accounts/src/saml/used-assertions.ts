import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan } from 'typeorm';
import { UsedAssertionEntity } from './used-assertion.entity';

/** No assertion is taken later, whatever it says. */
const KEPT_MS = 60 * 60_000;

/** Assertions that count once. */
@Injectable()
export class UsedAssertions {
  /** @returns whether it is used for the first time */
  async use(accountId: string, assertion: { readonly id: string; readonly expiresMs: number }, tx: EntityManager) {
    const hash = createHash('sha256').update(`${accountId} ${assertion.id}`).digest();
    await tx.delete(UsedAssertionEntity, { expires: LessThan(new Date()) });
    const { raw } = await tx
      .createQueryBuilder()
      .insert()
      .into(UsedAssertionEntity)
      .values({ hash, expires: new Date(Math.min(assertion.expiresMs, Date.now() + KEPT_MS)) })
      .orIgnore()
      .returning('expires')
      .execute();
    return Array.isArray(raw) && raw.length === 1;
  }
}
