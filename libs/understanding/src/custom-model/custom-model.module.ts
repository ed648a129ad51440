import { Module } from '@nestjs/common';
import { AccountModelModule } from '../account-model/account-model.module';
import { CustomModelHandlers } from './custom-model.handlers';
import { CustomModelService } from './custom-model.service';

/** Custom models of accounts. */
@Module({
  imports: [AccountModelModule],
  controllers: [CustomModelHandlers],
  providers: [CustomModelService],
  exports: [CustomModelService],
})
export class CustomModelModule {}
