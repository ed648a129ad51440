import { NamedProcessingBlobsRepository } from './named-blobs.repository';
import { ProcessingFileRepository } from './processing-file.repository';
import { ProcessingUploadRepository } from './tus-upload.repository';
import { ExpiredFiles } from './expired-files';
import { MultipartFiles } from './multipart-files';
import { NamedBlobsHandlers } from './named-blobs.handlers';
import { ProcessingFiles } from './processing-files';
import { ProcessingSweep } from './processing-sweep';
import { ProcessingUploads } from './processing-uploads';
import type { PushWorld } from './push-world.fixture';
import { ResultStream } from './result-stream';
import { UploadRows } from './upload-rows';

/** Files, uploads, results and the sweep, on the rows and blobs of a world of pushes. */
export function doorsOf({ parts }: PushWorld) {
  const { quota, transactions, blobs, records, rows, tokens, envelope, endings, queue } = parts;
  const uploadRows = new UploadRows(new ProcessingUploadRepository(), tokens, envelope);
  const files = new ProcessingFiles(
    transactions,
    new ProcessingFileRepository(),
    tokens,
    new MultipartFiles(blobs),
    quota,
  );
  const uploads = new ProcessingUploads(transactions, uploadRows, files, blobs, quota);
  return {
    files,
    uploads,
    uploadRows,
    named: new NamedBlobsHandlers(transactions, new NamedProcessingBlobsRepository()),
    results: new ResultStream(transactions, records, tokens, blobs),
    sweep: new ProcessingSweep(
      transactions,
      rows,
      endings,
      queue,
      new ExpiredFiles(transactions, rows, uploads, blobs),
    ),
  };
}
