import { ConfigError, readConfig } from '@lectern/config';
import { accountTypes } from '@lectern/contracts/accounts';
import { Module } from '@nestjs/common';
import { AccountLimits } from './account-limits';
import { accountLimitsSlice } from './account-limits.config';
import { NewAccountRules } from './new-account-rules';

const limits = {
  provide: AccountLimits,
  useFactory: () => AccountLimits.of(readConfig(accountLimitsSlice).ACCOUNT_LIMITS),
};

const rules = {
  provide: NewAccountRules,
  useFactory: (): NewAccountRules => {
    const { NEW_ACCOUNT_TYPE, ACCOUNTS_PER_USER_MAX: perUserMax } = readConfig(accountLimitsSlice);
    const type = accountTypes.find((one) => one === NEW_ACCOUNT_TYPE);
    if (!type) throw new ConfigError([`NEW_ACCOUNT_TYPE must be one of ${accountTypes.join(', ')}`]);
    return new NewAccountRules(type, perUserMax);
  },
};

/** Limits of accounts, as the deployment has set them. */
@Module({ providers: [limits, rules], exports: [AccountLimits, NewAccountRules] })
export class LimitsModule {}
