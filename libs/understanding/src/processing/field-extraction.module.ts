import { BlobStoreModule } from '@lectern/blob-store';
import { readConfig } from '@lectern/config';
import { EgressModule } from '@lectern/egress';
import { Extractor } from '@lectern/extraction';
import { ModelsModule, Recognizer, SpeechRecognizer } from '@lectern/models';
import { UsageModule } from '@lectern/usage';
import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { StrategyModule } from '../strategies/strategy.module';
import { EgressPages } from './egress-pages';
import { extractConfig } from './extract.config';
import { extractorOptionsOf } from './extractor-options';
import { MeteredProcessing } from './metered-processing';
import { ProcessHandlers } from './process.handlers';
import { ProcessService } from './process.service';

const extractor = {
  provide: Extractor,
  inject: [Recognizer, SpeechRecognizer],
  useFactory: (pictures: Recognizer, speech: SpeechRecognizer) =>
    new Extractor(extractorOptionsOf(readConfig(extractConfig)), { pictures, speech }),
};

/** Extracts text from fields in child processes. */
@Module({
  imports: [BlobStoreModule, EgressModule, ModelsModule, StrategyModule, UsageModule],
  controllers: [ProcessHandlers],
  providers: [EgressPages, extractor, MeteredProcessing, ProcessService],
  exports: [MeteredProcessing],
})
export class FieldExtractionModule implements OnApplicationShutdown {
  constructor(private readonly extractor: Extractor) {}

  async onApplicationShutdown(): Promise<void> {
    await this.extractor.close();
  }
}
