import { rowsOf } from '@lectern/database';
import { ModelsModule } from '@lectern/models';
import { GuardrailPolicyRepository } from './guardrail-policy.repository';
import { understandingDatabase } from '../understanding.database';
import { Module } from '@nestjs/common';
import { AccountModelModule } from '../account-model/account-model.module';
import { ConfigurationModule } from '../configuration/configuration.module';
import { GuardrailPolicyHandlers } from './guardrail-policy.handlers';
import { GuardrailPolicyService } from './guardrail-policy.service';
import { Guardrails } from './guardrails';
import { Judges } from './judges';
import { GuardrailPolicyEntity } from './guardrail-policy.entity';

/** Policies for judging questions. */
@Module({
  imports: [understandingDatabase, ModelsModule, AccountModelModule, ConfigurationModule],
  controllers: [GuardrailPolicyHandlers],
  providers: [rowsOf(GuardrailPolicyEntity), GuardrailPolicyRepository, GuardrailPolicyService, Guardrails, Judges],
  exports: [Guardrails],
})
export class GuardrailModule {}
