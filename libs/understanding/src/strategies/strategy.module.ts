import { SecretsModule } from '@lectern/secrets';
import { understandingDatabase } from '../understanding.database';
import { Module } from '@nestjs/common';
import { AccountModelModule } from '../account-model/account-model.module';
import { ConfigurationModule } from '../configuration/configuration.module';
import { PredictionModule } from '../prediction/prediction.module';
import { BoxStrategyStore } from './box-strategy-store';
import { BoxStrategyHandlers } from './box-strategy.handlers';
import { ExtractStrategyHandlers } from './extract-strategy.handlers';
import { FieldStrategies } from './field-strategies';
import { FollowedStrategies } from './followed-strategies';
import { SplitStrategyHandlers } from './split-strategy.handlers';
import { StrategyModels } from './strategy-models';
import { StrategyRows } from './strategy-rows';
import { StrategyService } from './strategy.service';

/** Extract and split strategies. */
@Module({
  imports: [understandingDatabase, SecretsModule, AccountModelModule, ConfigurationModule, PredictionModule],
  controllers: [BoxStrategyHandlers, ExtractStrategyHandlers, SplitStrategyHandlers],
  providers: [BoxStrategyStore, FieldStrategies, FollowedStrategies, StrategyModels, StrategyRows, StrategyService],
  exports: [FieldStrategies, FollowedStrategies],
})
export class StrategyModule {}
