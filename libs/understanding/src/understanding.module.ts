import { resolveAccount } from '@lectern/contracts/accounts';
import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import { readConfig } from '@lectern/config';
import { readBoxVectorsets, readModelUse, readRetrievalSettings } from '@lectern/contracts/knowledge-box';
import { recordActivity } from '@lectern/contracts/search';
import { EgressModule } from '@lectern/egress';
import { Extractor } from '@lectern/extraction';
import { ModelsModule, Recognizer, SpeechRecognizer } from '@lectern/models';
import { SecretsModule } from '@lectern/secrets';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { AssumedRoleHandlers } from './assumed-role/assumed-role.handlers';
import { AssumedRoles } from './assumed-role/assumed-roles';
import { GenerativeModels } from './configuration/generative-models';
import { ConfigurationService } from './configuration/configuration.service';
import { configurationParts } from './configuration/configuration-parts';
import { DeploymentModels } from './configuration/deployment-models';
import { CustomModelHandlers } from './custom-model/custom-model.handlers';
import { CustomModelRows } from './account-model/custom-model-rows';
import { CustomModelService } from './custom-model/custom-model.service';
import { GuardrailPolicyService } from './guardrail/guardrail-policy.service';
import { GuardrailPolicyHandlers } from './guardrail/guardrail-policy.handlers';
import { GuardrailHandlers } from './prediction/guardrail.handlers';
import { Guardrails } from './guardrail/guardrails';
import { Judges } from './guardrail/judges';
import { BlockedAccounts } from './account/blocked-accounts';
import { AccountModels } from './account-model/account-models';
import { ModelConfigurationHandlers } from './model-configuration/model-configuration.handlers';
import { ModelConfigurationRows } from './account-model/model-configuration-rows';
import { ModelConfigurationService } from './model-configuration/model-configuration.service';
import { ModelFileHandlers } from './model-file/model-file.handlers';
import { ModelFiles } from './model-file/model-files';
import { AnswerGeneration } from './predict/answer-generation';
import { AnswerImages } from './predict/answer-images';
import { EmbeddingHandlers } from './predict/embedding.handlers';
import { ModelLoading } from './predict/model-loading';
import { ModelPreloading } from './predict/model-preloading';
import { PredictHandlers } from './predict/predict.handlers';
import { RemiHandlers } from './prediction/remi.handlers';
import { PredictionModels } from './prediction/prediction-models';
import { RephraseHandlers } from './prediction/rephrase.handlers';
import { RerankHandlers } from './prediction/rerank.handlers';
import { SentenceHandlers } from './prediction/sentence.handlers';
import { TextSummarizeHandlers } from './prediction/text-summarize.handlers';
import { RecordedChats } from './prediction/recorded-chats';
import { ChatHandlers } from './prediction/chat.handlers';
import { ChatService } from './prediction/chat.service';
import { CompatHandlers } from './prediction/compat.handlers';
import { CompatService } from './prediction/compat.service';
import { ImageFetching } from './prediction/image-fetching';
import { TokensHandlers } from './prediction/tokens.handlers';
import { EgressPages } from './processing/egress-pages';
import { extractConfig } from './processing/extract.config';
import { extractorOptionsOf } from './processing/extractor-options';
import { ProcessHandlers } from './processing/process.handlers';
import { ProcessService } from './processing/process.service';
import { strategyParts } from './strategies/strategy-parts';
import {
  AssumedRoleRepository,
  CustomModelRepository,
  GuardrailPolicyRepository,
  ModelConfigurationRepository,
  understandingDatabase,
} from '@lectern/understanding-rows';

const bus = busFor({
  calls: [readBoxVectorsets, readModelUse, readRetrievalSettings, resolveAccount, recordActivity],
});

/** Takes texts out of fields, and is the only one that calls models: for other services, and for NUA keys. */
@Module({
  imports: [BlobStoreModule, EgressModule, ModelsModule, SecretsModule, understandingDatabase],
  controllers: [
    ...configurationParts.controllers,
    ...strategyParts.controllers,
    AssumedRoleHandlers,
    CustomModelHandlers,
    GuardrailHandlers,
    GuardrailPolicyHandlers,
    ModelConfigurationHandlers,
    ModelFileHandlers,
    ChatHandlers,
    CompatHandlers,
    EmbeddingHandlers,
    PredictHandlers,
    ProcessHandlers,
    RemiHandlers,
    RephraseHandlers,
    RerankHandlers,
    SentenceHandlers,
    TextSummarizeHandlers,
    TokensHandlers,
  ],
  providers: [
    bus,
    ...configurationParts.providers,
    ...strategyParts.providers,
    BlockedAccounts,
    ModelFiles,
    ModelLoading,
    ModelPreloading,
    AccountModels,
    AnswerGeneration,
    AnswerImages,
    AssumedRoleRepository,
    AssumedRoles,
    CustomModelRepository,
    CustomModelRows,
    CustomModelService,
    GuardrailPolicyRepository,
    GuardrailPolicyService,
    Guardrails,
    Judges,
    GenerativeModels,
    ModelConfigurationRepository,
    ModelConfigurationRows,
    ModelConfigurationService,
    ChatService,
    RecordedChats,
    CompatService,
    ImageFetching,
    EgressPages,
    PredictionModels,
    ProcessService,
    {
      provide: Extractor,
      inject: [Recognizer, SpeechRecognizer],
      useFactory: (pictures: Recognizer, speech: SpeechRecognizer) =>
        new Extractor(extractorOptionsOf(readConfig(extractConfig)), { pictures, speech }),
    },
  ],
  exports: [BlockedAccounts, ConfigurationService, DeploymentModels, PredictionModels, ProcessService],
})
export class UnderstandingModule implements OnApplicationShutdown {
  constructor(private readonly extractor: Extractor) {}

  async onApplicationShutdown(): Promise<void> {
    await this.extractor.close();
  }
}
