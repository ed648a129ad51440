import { BlobStoreModule } from '@lectern/blob-store';
import { ModelsModule } from '@lectern/models';
import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../configuration/configuration.module';
import { ModelFileAnswers, ModelFileHandlers } from './model-file.handlers';
import { ModelFiles } from './model-files';

/** Files of models. */
@Module({
  imports: [BlobStoreModule, ModelsModule, ConfigurationModule],
  controllers: [ModelFileAnswers, ModelFileHandlers],
  providers: [ModelFiles],
})
export class ModelFileModule {}
