import { randomUUID } from 'node:crypto';
import { readConfig } from '@lectern/config';
import { lockName, Transactions } from '@lectern/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { accountsSlice } from '../accounts.config';
import { FirstToken } from '../token/first-token';
import { PersonalTokenService } from '../token/personal-token.service';
import { UserRepository } from '../user/user.repository';

/** Makes what a new deployment needs to be used: a root user with a token, and an account. */
@Injectable()
export class FirstStart implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: UserRepository,
    private readonly accounts: AccountRepository,
    private readonly tokens: PersonalTokenService,
    private readonly firstToken: FirstToken,
  ) {}

  async onModuleInit(): Promise<void> {
    const token = await this.transactions.run(async (tx) => {
      await lockName(tx, 'first start');
      return (await this.users.areThereAny(tx)) ? undefined : this.make(tx);
    });
    if (token === undefined) return this.discardUsed();
    process.stdout.write(`First personal access token, kept in ${this.firstToken.path} until it is used: ${token}\n`);
  }

  /** The first use may have been seen by a process with another data folder. */
  private async discardUsed(): Promise<void> {
    const kept = this.firstToken.find();
    if (kept !== undefined && !(await this.tokens.isAwaited(kept))) await this.firstToken.discard();
  }

  /** @returns the token to be shown; it is in its file before it counts, so that a crash cannot lose it */
  private async make(tx: EntityManager): Promise<string | undefined> {
    const { ROOT_EMAIL, ROOT_NAME, ACCOUNT_SLUG, ACCOUNT_TITLE, BOOTSTRAP_TOKEN: chosen } = readConfig(accountsSlice);
    const created = new Date();
    const [userId, accountId] = [randomUUID(), randomUUID()];
    const root = {
      id: userId,
      email: ROOT_EMAIL.toLowerCase(),
      name: ROOT_NAME,
      type: 'ROOT',
      language: 'EN',
      created,
    } as const;
    await this.users.insert({ ...root, avatar: null, disabled: false, lastLogin: null }, tx);
    const account = { id: accountId, slug: ACCOUNT_SLUG, title: ACCOUNT_TITLE, description: null, created } as const;
    await this.accounts.insert(
      {
        ...account,
        type: 'stash-enterprise',
        workflow: 'classic',
        eulaAccepted: true,
        blockingState: 'unblocked',
        blockedFeatures: [],
        secondFactor: 'optional',
        limits: {},
        email: null,
        defaultZone: null,
        trialEnds: null,
      },
      userId,
      tx,
    );
    const keptUntilUsed = chosen === undefined;
    const token = await this.tokens.issue({ userId, description: 'First token', keptUntilUsed, chosen }, tx);
    if (!keptUntilUsed) return undefined;
    await this.firstToken.keep(token);
    return token;
  }
}
