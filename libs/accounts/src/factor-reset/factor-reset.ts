import type { AccountMemberTarget, UserTarget } from '@lectern/contracts/accounts';
import { AppError, type Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { accountProvider } from '../factor-demand/factor-demand';
import { PasskeyRepository } from '../passkey/passkey.repository';
import { ScimPersonEntity } from '../scim-person/scim-person.entity';
import { FactorNews } from '../second-factor/factor-news';
import { SecondFactorRepository } from '../second-factor/second-factor.repository';
import { voidSignInSteps } from '../second-factor/sign-in-steps';
import { ExternalIdentityEntity } from '../single-sign-on/external-identity.entity';
import { UserEntity } from '../user/user.entity';

const NOT_OWN = 'Turn off your own second factor on the page /user/security, which makes sure that it is you';
const OF_OTHERS =
  'This person belongs to other accounts, too, and was not provisioned by this one: ask somebody who runs the deployment';

/** Helps people who lost the app, the codes and the passkeys by which they prove who they are. */
@Injectable()
export class FactorReset {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountRepository,
    private readonly factors: SecondFactorRepository,
    private readonly passkeys: PasskeyRepository,
    private readonly news: FactorNews,
  ) {}

  /** By an owner of an account. @throws AppError `not_found`, `forbidden` */
  async ofMember({ account: named, user_id: userId }: AccountMemberTarget, by: Principal): Promise<null> {
    if (userId.toLowerCase() === by.id) throw new AppError('forbidden', NOT_OWN);
    await this.transactions.run(async (tx) => {
      const { id: account } = await this.accounts.get(named, tx);
      if ((await this.accounts.roleOf(account, userId, tx)) === undefined)
        throw new AppError('not_found', 'User not found');
      const user = await this.get(userId, tx);
      if (!(await this.isOwn(account, user, tx))) throw new AppError('forbidden', OF_OTHERS);
      await this.reset(user, { by, account }, tx);
    });
    return null;
  }

  /** By somebody who runs the deployment. @throws AppError `not_found`, `forbidden` */
  async ofUser({ user_id: userId }: UserTarget, by: Principal): Promise<null> {
    if (userId.toLowerCase() === by.id) throw new AppError('forbidden', NOT_OWN);
    await this.transactions.run(async (tx) => this.reset(await this.get(userId, tx), { by }, tx));
    return null;
  }

  private async get(id: string, tx: EntityManager): Promise<UserEntity> {
    const user = await tx.findOneBy(UserEntity, { id });
    if (!user) throw new AppError('not_found', 'User not found');
    return user;
  }

  /** Whether the account is the only one of the user, or made the user. Nobody but ROOT touches ROOT. */
  private async isOwn(accountId: string, { id: userId, type }: UserEntity, tx: EntityManager): Promise<boolean> {
    if (type !== 'USER') return false;
    const memberships = await this.accounts.memberships(userId, tx);
    if (memberships.every(({ account }) => account.id === accountId)) return true;
    const made = { userId, madeUser: true };
    if (await tx.existsBy(ScimPersonEntity, { accountId, ...made })) return true;
    return tx.existsBy(ExternalIdentityEntity, { provider: accountProvider(accountId), ...made });
  }

  private async reset(
    user: UserEntity,
    { by, account }: { readonly by: Principal; readonly account?: string },
    tx: EntityManager,
  ): Promise<void> {
    const hadApp = await this.factors.delete(user.id, tx);
    const hadPasskeys = (await this.passkeys.deleteAll(user.id, tx)) > 0;
    await voidSignInSteps(user.id, tx);
    if (!hadApp && !hadPasskeys) return;
    await this.news.tellOf(user, { change: 'secondFactorReset', by, ...(account !== undefined && { account }) }, tx);
  }
}
