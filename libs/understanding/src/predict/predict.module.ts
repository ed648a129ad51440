import { BlobStoreModule } from '@lectern/blob-store';
import { busFor } from '@lectern/bus';
import { readModelUse } from '@lectern/contracts/knowledge-box';
import { ModelsModule } from '@lectern/models';
import { Module } from '@nestjs/common';
import { GuardrailModule } from '../guardrail/guardrail.module';
import { PredictionModule } from '../prediction/prediction.module';
import { AnswerGeneration } from './answer-generation';
import { AnswerImages } from './answer-images';
import { EmbeddingHandlers } from './embedding.handlers';
import { ModelLoading } from './model-loading';
import { ModelPreloading } from './model-preloading';
import { PredictAnswers, PredictHandlers } from './predict.handlers';

const bus = busFor({ calls: [readModelUse] });

/** Models for other services. */
@Module({
  imports: [BlobStoreModule, ModelsModule, GuardrailModule, PredictionModule],
  controllers: [EmbeddingHandlers, PredictAnswers, PredictHandlers],
  providers: [bus, AnswerGeneration, AnswerImages, ModelLoading, ModelPreloading],
})
export class PredictModule {}
