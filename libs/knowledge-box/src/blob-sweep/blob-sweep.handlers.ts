import { handlersOf } from '@lectern/bus';
import { sweepBlobs } from '@lectern/contracts/knowledge-box';
import { BlobSweepService } from './blob-sweep.service';

export const BlobSweepHandlers = handlersOf(BlobSweepService).answer(sweepBlobs, (blobs, { body, signal }) =>
  blobs.sweep(body, signal),
);
