import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PasswordEntity } from './password.entity';

@Injectable()
export class PasswordRepository {
  /** Instead of the one that the user may have. */
  async put(userId: string, hash: string, tx: EntityManager): Promise<void> {
    await tx.upsert(PasswordEntity, { userId, hash, changed: new Date() }, ['userId']);
  }

  async findHash(userId: string, tx: EntityManager): Promise<string | undefined> {
    return (await tx.findOneBy(PasswordEntity, { userId }))?.hash;
  }
}
