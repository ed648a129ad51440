import { EmbedderMoves } from './embedder-move';
import { VectorsetEmbedders } from './vectorset-embedders';
import { FillVectorsetTask } from './fill-vectorset.task';
import { PurgeVectorsetTask } from './purge-vectorset.task';
import { RetrievalSettingsHandlers } from './retrieval-settings';
import { VectorsetReader } from './vectorset-reader';
import { VectorsetReadiness } from './vectorset-readiness';
import { VectorsetHandlers } from './vectorset.handlers';
import { VectorsetService } from './vectorset.service';

/** Models that have vectors of a knowledge box. */
export const vectorsetParts = {
  controllers: [RetrievalSettingsHandlers, VectorsetHandlers],
  providers: [
    EmbedderMoves,
    VectorsetEmbedders,
    FillVectorsetTask,
    PurgeVectorsetTask,
    VectorsetReader,
    VectorsetReadiness,
    VectorsetService,
  ],
};
