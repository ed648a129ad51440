import { BlobSweepHandlers } from './blob-sweep.handlers';
import { BlobSweepMetrics } from './blob-sweep-metrics';
import { BlobSweepService } from './blob-sweep.service';
import { BlobSweepTask } from './blob-sweep.task';
import { UnnamedBlobs } from './unnamed-blobs';

/** Files that nothing names. */
export const blobSweepParts = {
  controllers: [BlobSweepHandlers],
  providers: [BlobSweepMetrics, BlobSweepService, BlobSweepTask, UnnamedBlobs],
};
