import { ModelsModule } from '@lectern/models';
import { GuardrailPolicyRepository, understandingDatabase } from '@lectern/understanding-rows';
import { Module } from '@nestjs/common';
import { AccountModelModule } from '../account-model/account-model.module';
import { ConfigurationModule } from '../configuration/configuration.module';
import { GuardrailPolicyHandlers } from './guardrail-policy.handlers';
import { GuardrailPolicyService } from './guardrail-policy.service';
import { Guardrails } from './guardrails';
import { Judges } from './judges';

/** Policies for judging questions. */
@Module({
  imports: [understandingDatabase, ModelsModule, AccountModelModule, ConfigurationModule],
  controllers: [GuardrailPolicyHandlers],
  providers: [GuardrailPolicyRepository, GuardrailPolicyService, Guardrails, Judges],
  exports: [Guardrails],
})
export class GuardrailModule {}
