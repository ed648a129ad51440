import { busFor } from '@lectern/bus';
import { recordActivity } from '@lectern/contracts/search';
import { EgressModule } from '@lectern/egress';
import { ModelsModule } from '@lectern/models';
import { UsageModule } from '@lectern/usage';
import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../configuration/configuration.module';
import { GuardrailModule } from '../guardrail/guardrail.module';
import { ChatHandlers } from './chat.handlers';
import { ChatService } from './chat.service';
import { CompatAnswers, CompatHandlers } from './compat.handlers';
import { CompatService } from './compat.service';
import { GuardrailHandlers } from './guardrail.handlers';
import { EmbeddingUse } from './embedding-use';
import { MeteredModels } from './metered-models';
import { ImageFetching } from './image-fetching';
import { PredictionModels } from './prediction-models';
import { RecordedChats } from './recorded-chats';
import { RemiHandlers } from './remi.handlers';
import { RephraseHandlers } from './rephrase.handlers';
import { RerankHandlers } from './rerank.handlers';
import { SentenceHandlers } from './sentence.handlers';
import { TextSummarizeHandlers } from './text-summarize.handlers';
import { TokensHandlers } from './tokens.handlers';

const bus = busFor({ calls: [recordActivity] });

/** Model API for NUA keys and readers. */
@Module({
  imports: [EgressModule, ModelsModule, ConfigurationModule, GuardrailModule, UsageModule],
  controllers: [
    ChatHandlers,
    CompatAnswers,
    CompatHandlers,
    GuardrailHandlers,
    RemiHandlers,
    RephraseHandlers,
    RerankHandlers,
    SentenceHandlers,
    TextSummarizeHandlers,
    TokensHandlers,
  ],
  providers: [
    bus,
    ChatService,
    CompatService,
    EmbeddingUse,
    ImageFetching,
    MeteredModels,
    PredictionModels,
    RecordedChats,
  ],
  exports: [EmbeddingUse, PredictionModels],
})
export class PredictionModule {}
