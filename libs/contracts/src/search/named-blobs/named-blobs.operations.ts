import { operation } from '../../core/operation';
import { BlobKeys } from '../../knowledge-box/blob-sweep/blob-sweep.dto';

/** Of some files of the blob store, those that rows of activity name. */
export const listBlobsOfActivity = operation({
  name: 'search.blobs.named',
  summary: 'List which files of activity are named',
  body: BlobKeys,
  answer: BlobKeys,
  deadlineMs: 20_000,
});
