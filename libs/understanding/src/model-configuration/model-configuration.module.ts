import { ModelsModule } from '@lectern/models';
import { Module } from '@nestjs/common';
import { AccountModelModule } from '../account-model/account-model.module';
import { AssumedRoleModule } from '../assumed-role/assumed-role.module';
import { ModelConfigurationHandlers } from './model-configuration.handlers';
import { ModelConfigurationService } from './model-configuration.service';

/** Model configurations. */
@Module({
  imports: [ModelsModule, AccountModelModule, AssumedRoleModule],
  controllers: [ModelConfigurationHandlers],
  providers: [ModelConfigurationService],
})
export class ModelConfigurationModule {}
