export { accountsSlice } from './accounts.config';
export { accountsSchema } from './accounts.database';
export { AccountsModule } from './accounts.module';
