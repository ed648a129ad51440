import type { PasswordReset, PasswordResetDone, UserSetUp, UserSetUpDone } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { MailTokenEntity, MailTokenKind } from '../mail-token/mail-token.entity';
import { MailTokens } from '../mail-token/mail-tokens';
import { Passwords } from '../password/password.service';
import { UserRepository } from '../user/user.repository';
import { PasswordChange } from './password-change';

const NOT_A_LINK = 'This link has been used, has expired or is unknown. Ask for a new one';

interface LinkUse {
  readonly kind: MailTokenKind;
  readonly token: string;
  readonly password: string;
  readonly name?: string;
  /** Only with a link that lets the user choose it. */
  readonly email?: string;
}

/** The user of a link that still counts. */
export interface LinkedUser {
  readonly name: string;
  readonly email: string;
  /** Whether the user may choose the mail address without a mail to it: at the first start there is no other user. */
  readonly choosesAddress: boolean;
}

/** In the payload of a token of the kind `set-up`. */
export const CHOOSES_ADDRESS = { choosesAddress: 'yes' } as const;

/** Replaces passwords by the links of mails. */
@Injectable()
export class RecoveryService {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: MailTokens,
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly change: PasswordChange,
  ) {}

  /** @throws AppError `bad_request`, `rate_limited` */
  async reset({ password, token }: PasswordReset, network: string): Promise<PasswordResetDone> {
    const { payload } = await this.use({ kind: 'recovery', password, token }, network);
    return { login_challenge: payload['challenge'] ?? '' };
  }

  /** @throws AppError `bad_request`, `rate_limited`; `conflict` for an address that another user has */
  async setUp(
    { name, password, token }: UserSetUp,
    network: string,
    chosen: { readonly email?: string } = {},
  ): Promise<UserSetUpDone> {
    const { payload, email } = await this.use({ kind: 'set-up', password, token, name, ...chosen }, network);
    return { login_challenge: payload['challenge'] ?? '', user_hint: email };
  }

  /** Undefined for a link that does not count. It stays as it is. */
  async find(token: string, kind: 'recovery' | 'set-up'): Promise<LinkedUser | undefined> {
    return this.transactions.read(async (tx) => {
      const known = await this.tokens.find(token, kind, tx);
      const user = known?.userId ? await this.users.findLiving(known.userId, tx) : undefined;
      if (!known || !user) return undefined;
      return { name: user.name, email: user.email, choosesAddress: mayChooseAddress(known) };
    });
  }

  private async use(
    { kind, token, password, name, email: wanted }: LinkUse,
    network: string,
  ): Promise<MailTokenEntity> {
    // A request without a link causes no hash.
    const known = await this.transactions.read((tx) => this.tokens.find(token, kind, tx));
    if (!known) throw notALink();
    const hash = await this.passwords.hash(password, network);
    return this.transactions.run(async (tx) => {
      const used = await this.tokens.use(token, [kind], tx);
      const user = used?.userId ? await this.users.findLiving(used.userId, tx) : undefined;
      if (!used || !user) throw notALink();
      const email = wanted !== undefined && mayChooseAddress(used) ? wanted.toLowerCase() : user.email;
      if (name !== undefined) await this.users.update(user.id, { name, email }, tx);
      await this.change.apply({ ...user, email }, hash, tx);
      return { ...used, email };
    });
  }
}

function mayChooseAddress({ payload }: MailTokenEntity): boolean {
  return payload['choosesAddress'] === CHOOSES_ADDRESS.choosesAddress;
}

function notALink(): AppError {
  return new AppError('bad_request', NOT_A_LINK);
}
