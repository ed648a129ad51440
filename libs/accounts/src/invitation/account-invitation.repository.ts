import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThanOrEqual, MoreThan } from 'typeorm';
import { AccountInvitationEntity } from './account-invitation.entity';

@Injectable()
export class AccountInvitationRepository {
  /** Replaces an earlier invitation of the same address. */
  async put(invitation: AccountInvitationEntity, tx: EntityManager): Promise<void> {
    await tx.upsert(AccountInvitationEntity, invitation, ['accountId', 'email']);
  }

  /** Invitations that can be accepted, by mail address. */
  async list(accountId: string, now: Date, tx: EntityManager): Promise<AccountInvitationEntity[]> {
    return tx.find(AccountInvitationEntity, { where: { accountId, expires: MoreThan(now) }, order: { email: 'ASC' } });
  }

  /**
   * Voids an invitation. Of several that use it at once, one gets it.
   *
   * @throws AppError `bad_request` when it does not exist or has expired
   */
  async use(tokenHash: Buffer, now: Date, tx: EntityManager): Promise<AccountInvitationEntity> {
    const found = await tx.findOneBy(AccountInvitationEntity, { tokenHash, expires: MoreThan(now) });
    const { affected = 0 } = found ? await tx.delete(AccountInvitationEntity, { tokenHash }) : {};
    if (!found || affected !== 1) throw new AppError('bad_request', 'login_challenge_expired_or_invalid');
    return found;
  }

  /** @returns whether it existed */
  async delete(accountId: string, email: string, tx: EntityManager): Promise<boolean> {
    return (await tx.delete(AccountInvitationEntity, { accountId, email })).affected === 1;
  }

  async deleteExpired(accountId: string, now: Date, tx: EntityManager): Promise<void> {
    await tx.delete(AccountInvitationEntity, { accountId, expires: LessThanOrEqual(now) });
  }
}
