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

  /** Whether there is a user with this address in lower case, disabled or not. */
  async isTaken(email: string, tx: EntityManager): Promise<boolean> {
    return tx.existsBy(UserEntity, { email });
  }

  /** @throws AppError `conflict` when the address is taken */
  async update(id: string, changes: Partial<Omit<UserEntity, 'id'>>, tx: EntityManager): Promise<void> {
    try {
      await tx.update(UserEntity, { id }, changes);
    } catch (error) {
      throw isUniqueViolation(error)
        ? new AppError('conflict', `There is a user with the address ${changes.email} already`, {}, { cause: error })
        : error;
    }
  }

  async findMany(ids: readonly string[], tx: EntityManager): Promise<UserEntity[]> {
    return tx.findBy(UserEntity, { id: In([...ids]) });
  }

  /** The oldest user who runs the deployment, and may. */
  async findRoot(tx: EntityManager): Promise<UserEntity | undefined> {
    const where = { type: 'ROOT', disabled: false } as const;
    return (await tx.findOne(UserEntity, { where, order: { created: 'ASC', id: 'ASC' } })) ?? undefined;
  }

  async countRoots(tx: EntityManager): Promise<number> {
    return tx.countBy(UserEntity, { type: 'ROOT', disabled: false });
  }

  /** With everything that belongs to it. */
  async delete(id: string, tx: EntityManager): Promise<void> {
    await tx.delete(UserEntity, { id });
  }

  async areThereAny(tx: EntityManager): Promise<boolean> {
    return tx.exists(UserEntity);
  }
}
