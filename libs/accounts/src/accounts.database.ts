import { DatabaseModule } from '@lectern/database';
import { AccountEntity } from './account/account.entity';
import { MemberEntity } from './account/member.entity';
import { Accounts1763700000001 } from './migrations/0001-accounts';
import { RemoteZones1763700000002 } from './migrations/0002-remote-zones';
import { BlockedAccounts1763700000003 } from './migrations/0003-blocked-accounts';
import { Sessions1763700000004 } from './migrations/0004-sessions';
import { SignInCodeEntity } from './session/sign-in-code.entity';
import { PersonalTokenEntity } from './token/personal-token.entity';
import { SigningKeyEntity } from './token/signing-key.entity';
import { UserEntity } from './user/user.entity';
import { ZoneEntity } from './zone/zone.entity';

export const accountsSchema = {
  schema: 'accounts',
  entities: [
    UserEntity,
    AccountEntity,
    MemberEntity,
    PersonalTokenEntity,
    SignInCodeEntity,
    ZoneEntity,
    SigningKeyEntity,
  ],
  migrations: [Accounts1763700000001, RemoteZones1763700000002, BlockedAccounts1763700000003, Sessions1763700000004],
};

export const accountsDatabase = DatabaseModule.forFeature(accountsSchema);
