import { AccountsModule } from '@lectern/accounts';

/** Modules of this service. Its permissions on NATS follow from their declarations. */
export const modules = [AccountsModule];
