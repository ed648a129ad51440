import { isUniqueViolation } from '@lectern/database';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { UserEntity } from './user.entity';

@Injectable()
export class UserRepository {
  /** @throws AppError `conflict` when the address is taken */
  async insert(user: UserEntity, tx: EntityManager): Promise<void> {
    try {
      await tx.insert(UserEntity, user);
    } catch (error) {
      throw isUniqueViolation(error)
        ? new AppError('conflict', `There is a user with the address ${user.email} already`, {}, { cause: error })
        : error;
    }
  }

  /** Undefined for a missing user, or one without any permission left. */
  async findLiving(id: string, tx: EntityManager): Promise<UserEntity | undefined> {
    return (await tx.findOneBy(UserEntity, { id, disabled: false })) ?? undefined;
  }

  /** By an address in lower case; undefined as in `findLiving`. */
  async findByEmail(email: string, tx: EntityManager): Promise<UserEntity | undefined> {
    return (await tx.findOneBy(UserEntity, { email, disabled: false })) ?? undefined;
  }

  async findMany(ids: readonly string[], tx: EntityManager): Promise<UserEntity[]> {
    return tx.findBy(UserEntity, { id: In([...ids]) });
  }

  /** The oldest user who runs the deployment, and may. */
  async findRoot(tx: EntityManager): Promise<UserEntity | undefined> {
    const where = { type: 'ROOT', disabled: false } as const;
    return (await tx.findOne(UserEntity, { where, order: { created: 'ASC', id: 'ASC' } })) ?? undefined;
  }

  async areThereAny(tx: EntityManager): Promise<boolean> {
    return tx.exists(UserEntity);
  }
}
