import { EmbeddingModels } from './embedding-models';
import { RetrievalSettingsHandlers } from './retrieval-settings';

/** Models that have vectors of a knowledge box. */
export const vectorsetParts = {
  controllers: [RetrievalSettingsHandlers],
  providers: [EmbeddingModels],
};
