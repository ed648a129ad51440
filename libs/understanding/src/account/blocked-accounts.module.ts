import { busFor } from '@lectern/bus';
import { resolveAccount } from '@lectern/contracts/accounts';
import { Module } from '@nestjs/common';
import { BlockedAccounts } from './blocked-accounts';

const bus = busFor({ calls: [resolveAccount] });

/** Features that are blocked for accounts. */
@Module({
  providers: [bus, BlockedAccounts],
  exports: [BlockedAccounts],
})
export class BlockedAccountsModule {}
