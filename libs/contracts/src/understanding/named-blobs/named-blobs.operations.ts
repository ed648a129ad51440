import { operation } from '../../core/operation';
import { BlobKeys } from '../../knowledge-box/blob-sweep/blob-sweep.dto';

/** Of some files of the blob store, those that rows of processing name. */
export const listBlobsOfProcessing = operation({
  name: 'understanding.blobs.named',
  summary: 'List which files processing names',
  body: BlobKeys,
  answer: BlobKeys,
  deadlineMs: 20_000,
});
