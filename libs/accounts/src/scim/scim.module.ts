import { busFor } from '@lectern/bus';
import { accessChanged } from '@lectern/contracts/core';
import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { accountsDatabase } from '../accounts.database';
import { GroupRowsModule } from '../group/group-rows.module';
import { MemberModule } from '../member/member.module';
import { SamlSettingsModule } from '../saml-settings/saml-settings.module';
import { ScimPersonRowsModule } from '../scim-person/scim-person-rows.module';
import { UserTokenModule } from '../token/user-token.module';
import { UserRowsModule } from '../user/user-rows.module';
import { ScimDiscovery } from './discovery.service';
import { GroupsReader } from './groups-reader';
import { ScimGroups } from './groups.service';
import { People } from './people';
import { PeopleReader } from './people-reader';
import { ScimPeople } from './people.service';
import { PersonAccess } from './person-access';
import { PersonUsers } from './person-users';
import { ScimHandlers } from './scim.handlers';

/** SCIM 2.0: identity providers of accounts provision people and groups. */
@Module({
  imports: [
    accountsDatabase,
    AccountModule,
    GroupRowsModule,
    MemberModule,
    SamlSettingsModule,
    ScimPersonRowsModule,
    UserRowsModule,
    UserTokenModule,
  ],
  controllers: [ScimHandlers],
  providers: [
    busFor({ publishes: [accessChanged] }),
    GroupsReader,
    People,
    PeopleReader,
    PersonAccess,
    PersonUsers,
    ScimDiscovery,
    ScimGroups,
    ScimPeople,
  ],
})
export class ScimModule {}
