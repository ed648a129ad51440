import { randomBytes } from 'node:crypto';
import { consoleSlice, deployment, readConfig } from '@lectern/config';
import type { SignInLinks } from '@lectern/contracts/accounts';
import { AppError } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { tokenHash } from '@lectern/secrets';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { accountsSlice } from '../accounts.config';
import { SetUpLink } from '../recovery/set-up-link';
import { FirstToken } from '../token/first-token';
import { UserRepository } from '../user/user.repository';
import { SignInCodeRepository } from './sign-in-code.repository';

const CODE_BYTES = 32;
/** How long a link waits for its use. */
export const CODE_TTL_MS = 60 * 60_000;

/** The link with which the root user signs in to the console once: a start prints it, and root users get others. */
@Injectable()
export class SignInLink implements OnApplicationBootstrap {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly codes: SignInCodeRepository,
    private readonly firstToken: FirstToken,
    private readonly setUps: SetUpLink,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.isWanted()) return;
    const made = await this.make();
    if (!made) return;
    const minutes = CODE_TTL_MS / 60_000;
    if (made.set_up !== null)
      process.stdout.write(
        `To choose your mail address and password, once within ${minutes} minutes: ${made.set_up}\n`,
      );
    process.stdout.write(`Console, for one sign-in within ${minutes} minutes: ${made.sign_in}\n`);
  }

  /** Voids the link before. @throws AppError `not_found` without a console or a root user */
  async renew(): Promise<SignInLinks> {
    const made = readConfig(consoleSlice).CONSOLE ? await this.make() : undefined;
    if (!made) throw new AppError('not_found', 'The deployment has no console, or no first user');
    return made;
  }

  private async make(): Promise<SignInLinks | undefined> {
    const code = randomBytes(CODE_BYTES).toString('base64url');
    const expires = new Date(Date.now() + CODE_TTL_MS);
    return this.transactions.run(async (tx) => {
      const root = await this.users.findRoot(tx);
      if (!root) return undefined;
      await this.codes.put({ userId: root.id, hash: tokenHash(code), expires }, tx);
      const setUp = await this.setUps.make(root, CODE_TTL_MS, tx);
      const { publicUrl } = deployment();
      return {
        // In the fragment, which browsers send to no server and write into no log.
        sign_in: `${publicUrl}/sign-in#${code}`,
        set_up: setUp === undefined ? null : `${publicUrl}${setUp}`,
        expires: expires.toISOString(),
      };
    });
  }

  private isWanted(): boolean {
    if (!readConfig(consoleSlice).CONSOLE) return false;
    const { SIGN_IN_LINK: when } = readConfig(accountsSlice);
    return when === 'always' || (when === 'terminal' && (process.stdout.isTTY || this.firstToken.isNew));
  }
}
