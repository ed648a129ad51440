import { NamedBlobsRepository } from './named-blobs.repository';

/** Which files of the blob store rows name. */
export const blobRows = {
  entities: [],
  providers: [NamedBlobsRepository],
};
