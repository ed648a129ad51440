import { scimError } from '@lectern/contracts/accounts';
import { isUniqueViolation } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ScimPersonEntity } from './scim-person.entity';

@Injectable()
export class ScimPersonRepository {
  async find(accountId: string, userId: string, tx: EntityManager): Promise<ScimPersonEntity | undefined> {
    return (await tx.findOneBy(ScimPersonEntity, { accountId, userId })) ?? undefined;
  }

  /** Whether the identity provider ended the access of the user. */
  async isDeactivated(accountId: string, userId: string, tx: EntityManager): Promise<boolean> {
    return tx.existsBy(ScimPersonEntity, { accountId, userId, deactivated: true });
  }

  /** Instead of what there may be. @throws AppError `conflict` when another person has the name */
  async put(person: ScimPersonEntity, tx: EntityManager): Promise<void> {
    try {
      await tx.upsert(ScimPersonEntity, person, ['accountId', 'userId']);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw scimError('uniqueness', `There is a person with the userName ${person.userName} already`, 'conflict');
    }
  }

  async delete(accountId: string, userId: string, tx: EntityManager): Promise<void> {
    await tx.delete(ScimPersonEntity, { accountId, userId });
  }
}
