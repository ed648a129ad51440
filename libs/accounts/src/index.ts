export { accountsSlice } from './accounts.config';
export { AccountsModule } from './accounts.module';
