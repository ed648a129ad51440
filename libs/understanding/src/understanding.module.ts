import { BlobStoreModule } from '@lectern/blob-store';
import { readConfig } from '@lectern/config';
import { EgressModule } from '@lectern/egress';
import { Extractor } from '@lectern/extraction';
import { ModelsModule, Recognizer } from '@lectern/models';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { LearningConfigurations } from './configuration/learning-configurations';
import { PredictHandlers } from './predict/predict.handlers';
import { TokensHandlers } from './prediction/tokens.handlers';
import { EgressPages } from './processing/egress-pages';
import { extractConfig } from './processing/extract.config';
import { extractorOptionsOf } from './processing/extractor-options';
import { ProcessHandlers } from './processing/process.handlers';
import { ProcessService } from './processing/process.service';

/** Takes texts out of fields, and is the only one that calls models: for other services, and for NUA keys. */
@Module({
  imports: [BlobStoreModule, EgressModule, ModelsModule],
  controllers: [PredictHandlers, ProcessHandlers, TokensHandlers],
  providers: [
    EgressPages,
    LearningConfigurations,
    ProcessService,
    {
      provide: Extractor,
      inject: [Recognizer],
      useFactory: (recognizer: Recognizer) => new Extractor(extractorOptionsOf(readConfig(extractConfig)), recognizer),
    },
  ],
})
export class UnderstandingModule implements OnApplicationShutdown {
  constructor(private readonly extractor: Extractor) {}

  async onApplicationShutdown(): Promise<void> {
    await this.extractor.close();
  }
}
