import { NamedBlobsRepository } from './named-blobs.repository';

/** References from rows to blobs. */
export const blobRows = {
  entities: [],
  providers: [NamedBlobsRepository],
};
