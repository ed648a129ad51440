import { AccountsModule } from '@lectern/accounts';
import { run } from '@lectern/runtime';

void run([AccountsModule]);
