import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThanOrEqual, MoreThan } from 'typeorm';
import { InvitationEntity } from './invitation.entity';

@Injectable()
export class InvitationRepository {
  /** Replaces an earlier invitation of the same address. */
  async put(invitation: InvitationEntity, tx: EntityManager): Promise<void> {
    await tx.upsert(InvitationEntity, invitation, ['kbid', 'email']);
  }

  /** Invitations that can be accepted, by mail address. */
  async list(kbid: string, now: Date, tx: EntityManager): Promise<InvitationEntity[]> {
    return tx.find(InvitationEntity, { where: { kbid, expires: MoreThan(now) }, order: { email: 'ASC' } });
  }

  /** @throws AppError `bad_request` when the invitation does not exist or has expired */
  async getByHash(tokenHash: Buffer, now: Date, tx: EntityManager): Promise<InvitationEntity> {
    const invitation = await tx.findOneBy(InvitationEntity, { tokenHash, expires: MoreThan(now) });
    if (!invitation) throw new AppError('bad_request', 'login_challenge_expired_or_invalid');
    return invitation;
  }

  /** @returns whether the invitation existed */
  async delete(kbid: string, email: string, tx: EntityManager): Promise<boolean> {
    return (await tx.delete(InvitationEntity, { kbid, email })).affected === 1;
  }

  async deleteExpired(kbid: string, now: Date, tx: EntityManager): Promise<void> {
    await tx.delete(InvitationEntity, { kbid, expires: LessThanOrEqual(now) });
  }
}
