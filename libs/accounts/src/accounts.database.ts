import { DatabaseModule } from '@lectern/database';
import type { SealedColumns } from '@lectern/key-rotation';
import { MailModule } from '@lectern/mail';
import { Accounts1763700000001 } from './migrations/0001-accounts';
import { RemoteZones1763700000002 } from './migrations/0002-remote-zones';
import { BlockedAccounts1763700000003 } from './migrations/0003-blocked-accounts';
import { Sessions1763700000004 } from './migrations/0004-sessions';
import { People1763700000005 } from './migrations/0005-people';
import { AccountSettings1763700000006 } from './migrations/0006-account-settings';
import { Oauth1763700000007 } from './migrations/0007-oauth';
import { SingleSignOn1763700000008 } from './migrations/0008-single-sign-on';
import { Usage1763700000010 } from './migrations/0010-usage';
import { Audit1763700000011 } from './migrations/0011-audit';
import { SecondFactor1763700000012 } from './migrations/0012-second-factor';
import { Scim1763700000013 } from './migrations/0013-scim';
import { AccountLimits1763700000014 } from './migrations/0014-account-limits';
import { Passkeys1763700000015 } from './migrations/0015-passkeys';
import { FormerMembers1763700000016 } from './migrations/0016-former-members';
import { DomainsAndGroups1763700000017 } from './migrations/0017-domains-and-groups';
import { BrowserSessions1763700000018 } from './migrations/0018-browser-sessions';
import { DemandedFactors1763700000019 } from './migrations/0019-demanded-factors';

export const accountsSchema = {
  schema: 'accounts',
  migrations: [
    Accounts1763700000001,
    RemoteZones1763700000002,
    BlockedAccounts1763700000003,
    Sessions1763700000004,
    People1763700000005,
    AccountSettings1763700000006,
    Oauth1763700000007,
    SingleSignOn1763700000008,
    Usage1763700000010,
    Audit1763700000011,
    SecondFactor1763700000012,
    Scim1763700000013,
    AccountLimits1763700000014,
    Passkeys1763700000015,
    FormerMembers1763700000016,
    DomainsAndGroups1763700000017,
    BrowserSessions1763700000018,
    DemandedFactors1763700000019,
  ],
};

/** Columns with secrets, which `lectern keys rotate` seals with another key. */
export const accountsSealed: SealedColumns = {
  signing_keys: ['private_key'],
  oauth_keys: ['private_key'],
  oauth_records: ['payload'],
  second_factors: ['secret'],
  'accounts_tasks.job': ['payload'],
};

/** Features bring their entities with `rowsOf`. */
export const accountsDatabase = DatabaseModule.forFeature(accountsSchema);

/** For features that send mails. */
export const accountsMail = MailModule.forFeature(accountsDatabase);
