import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PersonalTokenEntity } from './personal-token.entity';

@Injectable()
export class PersonalTokenRepository {
  async insert(token: PersonalTokenEntity, tx: EntityManager): Promise<void> {
    await tx.insert(PersonalTokenEntity, token);
  }

  /** Newest first. */
  async list(userId: string, tx: EntityManager): Promise<PersonalTokenEntity[]> {
    return tx.find(PersonalTokenEntity, { where: { userId }, order: { created: 'DESC', id: 'ASC' } });
  }

  async count(userId: string, tx: EntityManager): Promise<number> {
    return tx.countBy(PersonalTokenEntity, { userId });
  }

  async find(userId: string, id: string, tx: EntityManager): Promise<PersonalTokenEntity | undefined> {
    return (await tx.findOneBy(PersonalTokenEntity, { userId, id })) ?? undefined;
  }

  async findByHash(hash: Buffer, tx: EntityManager): Promise<PersonalTokenEntity | undefined> {
    return (await tx.findOneBy(PersonalTokenEntity, { hash })) ?? undefined;
  }

  async markUsed(id: string, tx: EntityManager): Promise<void> {
    await tx.update(PersonalTokenEntity, { id }, { keptUntilUsed: false });
  }

  /** @returns whether there was one */
  async delete(userId: string, id: string, tx: EntityManager): Promise<boolean> {
    return (await tx.delete(PersonalTokenEntity, { userId, id })).affected === 1;
  }
}
