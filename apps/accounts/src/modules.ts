import { AccountsModule } from '@lectern/accounts';

/** What this service consists of. Its permissions on NATS are what these modules declare. */
export const modules = [AccountsModule];
