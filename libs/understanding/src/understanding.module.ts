import { BlockedAccountsModule } from './account/blocked-accounts.module';
import { AccountModelModule } from './account-model/account-model.module';
import { AssumedRoleModule } from './assumed-role/assumed-role.module';
import { ConfigurationModule } from './configuration/configuration.module';
import { CustomModelModule } from './custom-model/custom-model.module';
import { GuardrailModule } from './guardrail/guardrail.module';
import { ModelConfigurationModule } from './model-configuration/model-configuration.module';
import { ModelFileModule } from './model-file/model-file.module';
import { PredictModule } from './predict/predict.module';
import { PredictionModule } from './prediction/prediction.module';
import { FieldExtractionModule } from './processing/field-extraction.module';
import { StrategyModule } from './strategies/strategy.module';
import { understandingKeys } from '@lectern/contracts/understanding';
import { KeyRotationModule } from '@lectern/key-rotation';
import { understandingDatabase, understandingSealed } from './understanding.database';
import { Module } from '@nestjs/common';

const keys = KeyRotationModule.forService({
  database: understandingDatabase,
  schema: 'understanding',
  sealed: understandingSealed,
  operations: understandingKeys,
});

/** Extracts text from fields and calls models, for other services and for NUA keys. No other service calls models. */
@Module({
  imports: [
    keys,
    BlockedAccountsModule,
    AccountModelModule,
    AssumedRoleModule,
    ConfigurationModule,
    CustomModelModule,
    GuardrailModule,
    ModelConfigurationModule,
    ModelFileModule,
    PredictModule,
    PredictionModule,
    FieldExtractionModule,
    StrategyModule,
  ],
  exports: [BlockedAccountsModule, ConfigurationModule, CustomModelModule, FieldExtractionModule, PredictionModule],
})
export class UnderstandingModule {}
