import type { AccountType, UserType } from '@lectern/contracts/accounts';

/** Who may create an account, and what it becomes. */
export class NewAccountRules {
  constructor(
    readonly type: AccountType,
    readonly perUserMax: number,
  ) {}

  /** @param owned number of accounts that the user owns */
  allows(user: { readonly type: UserType; readonly owned: number }): boolean {
    return user.type === 'ROOT' || user.owned < this.perUserMax;
  }
}
