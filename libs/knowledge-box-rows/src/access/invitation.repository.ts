import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThanOrEqual, MoreThan } from 'typeorm';
import { InvitationEntity } from './invitation.entity';

@Injectable()
export class InvitationRepository {
  /** Takes the place of an earlier one of the same address. */
  async put(invitation: InvitationEntity, tx: EntityManager): Promise<void> {
    await tx.upsert(InvitationEntity, invitation, ['kbid', 'email']);
  }

  /** Those that can be accepted, by mail address. */
  async list(kbid: string, now: Date, tx: EntityManager): Promise<InvitationEntity[]> {
    return tx.find(InvitationEntity, { where: { kbid, expires: MoreThan(now) }, order: { email: 'ASC' } });
  }

  async findByHash(tokenHash: Buffer, tx: EntityManager): Promise<InvitationEntity | undefined> {
    return (await tx.findOneBy(InvitationEntity, { tokenHash })) ?? undefined;
  }

  /** @returns whether there was one */
  async delete(kbid: string, email: string, tx: EntityManager): Promise<boolean> {
    return (await tx.delete(InvitationEntity, { kbid, email })).affected === 1;
  }

  async deleteExpired(kbid: string, now: Date, tx: EntityManager): Promise<void> {
    await tx.delete(InvitationEntity, { kbid, expires: LessThanOrEqual(now) });
  }
}
