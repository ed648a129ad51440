import { randomBytes } from 'node:crypto';
import { consoleSlice, deployment, readConfig } from '@lectern/config';
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

/** The link that a start prints, with which the root user signs in to the console once. */
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
    const code = randomBytes(CODE_BYTES).toString('base64url');
    const made = await this.transactions.run(async (tx) => {
      const root = await this.users.findRoot(tx);
      if (!root) return undefined;
      const expires = new Date(Date.now() + CODE_TTL_MS);
      await this.codes.put({ userId: root.id, hash: tokenHash(code), expires }, tx);
      return { setUp: await this.setUps.make(root, CODE_TTL_MS, tx) };
    });
    if (!made) return;
    const { publicUrl } = deployment();
    const minutes = CODE_TTL_MS / 60_000;
    if (made.setUp !== undefined)
      process.stdout.write(
        `To choose your mail address and password, once within ${minutes} minutes: ${publicUrl}${made.setUp}\n`,
      );
    // In the fragment, which browsers send to no server and write into no log.
    process.stdout.write(`Console, for one sign-in within ${minutes} minutes: ${publicUrl}/sign-in#${code}\n`);
  }

  private isWanted(): boolean {
    if (!readConfig(consoleSlice).CONSOLE) return false;
    const { SIGN_IN_LINK: when } = readConfig(accountsSlice);
    return when === 'always' || (when === 'terminal' && (process.stdout.isTTY || this.firstToken.isNew));
  }
}
