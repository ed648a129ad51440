import { rowsOf } from '@lectern/database';
import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { accountsDatabase } from '../accounts.database';
import { LogoEntity } from './logo.entity';
import { LogoHandlers } from './logo.handlers';
import { LogoService } from './logo.service';

/** Pictures of accounts. */
@Module({
  imports: [accountsDatabase, AccountModule],
  controllers: [LogoHandlers],
  providers: [rowsOf(LogoEntity), LogoService],
})
export class LogoModule {}
