import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MailTokens } from '../mail-token/mail-tokens';
import { PasswordRepository } from '../password/password.repository';
import type { UserEntity } from '../user/user.entity';
import { CHOOSES_ADDRESS } from './recovery.service';

/** Makes links by which the first user chooses name, mail address and password. */
@Injectable()
export class SetUpLink {
  constructor(
    private readonly tokens: MailTokens,
    private readonly passwords: PasswordRepository,
  ) {}

  /** The path of the link, which voids earlier ones; undefined for a user who has a password. */
  async make({ id, email }: UserEntity, ttlMs: number, tx: EntityManager): Promise<string | undefined> {
    if ((await this.passwords.findHash(id, tx)) !== undefined) return undefined;
    await this.tokens.voidAll(id, ['set-up'], tx);
    const token = await this.tokens.issue({ kind: 'set-up', email, userId: id, payload: CHOOSES_ADDRESS, ttlMs }, tx);
    return `/user/setup?token=${token}`;
  }
}
