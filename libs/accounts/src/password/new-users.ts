import { randomUUID } from 'node:crypto';
import type { UserLanguage } from '@lectern/contracts/accounts';
import { lockName } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { UserEntity } from '../user/user.entity';
import { UserRepository } from '../user/user.repository';
import { PasswordRepository } from './password.repository';

/** Somebody who becomes a user. */
export interface NewUser {
  /** In lower case. */
  readonly email: string;
  /** Empty: the user chooses it at the set-up. */
  readonly name: string;
  /** Of its password; absent for a user without one. */
  readonly hash?: string;
  readonly language?: UserLanguage;
}

/** Makes users. */
@Injectable()
export class NewUsers {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: PasswordRepository,
  ) {}

  /** Undefined when somebody has the address by now; of several at once, one is made. */
  async create({ email, name, hash, language = 'EN' }: NewUser, tx: EntityManager): Promise<UserEntity | undefined> {
    await lockName(tx, `address/${email}`);
    if (await this.users.isTaken(email, tx)) return undefined;
    const person = { id: randomUUID(), email, name, type: 'USER', language, created: new Date() } as const;
    const user = { ...person, avatar: null, disabled: false, lastLogin: null };
    await this.users.insert(user, tx);
    if (hash !== undefined) await this.passwords.put(user.id, hash, tx);
    return user;
  }
}
