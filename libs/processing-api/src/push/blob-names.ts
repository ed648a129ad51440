/** A column that names files of the blob store. */
interface BlobNames {
  /** `Entity.member`. */
  readonly of: string;
  /** Those of the keys $1 that it names; $2 are the records that the keys are of. */
  readonly sql: string;
}

/** Folders of the results of a record; its rows do not name single files. */
const OF_RECORDS = `SELECT wanted.key FROM unnest($1::text[], $2::uuid[]) AS wanted (key, id)
  WHERE EXISTS (SELECT FROM processing_records AS record WHERE record.id = wanted.id)`;

/**
 * All columns of the schema that name files. What none of them names is removed, so a column that is missing here loses
 * files: a test compares it with the entities.
 */
export const blobNames: readonly BlobNames[] = [
  {
    of: 'ProcessingFileEntity.blobKey',
    sql: 'SELECT blob_key AS key FROM processing_files WHERE blob_key = ANY($1)',
  },
  { of: 'ProcessingUploadEntity.blobKey', sql: 'SELECT blob_key FROM tus_uploads WHERE blob_key = ANY($1)' },
  { of: 'ProcessingUploadPartEntity.blobKey', sql: 'SELECT blob_key FROM tus_parts WHERE blob_key = ANY($1)' },
  { of: 'ProcessingRecordEntity.id', sql: OF_RECORDS },
  // Of the library augmentation.
  { of: 'TaskAssetEntity.blobKey', sql: 'SELECT blob_key FROM task_assets WHERE blob_key = ANY($1)' },
  // Of the library datasets, which is above this one.
  { of: 'DatasetPartitionEntity.blobKey', sql: 'SELECT blob_key FROM dataset_partitions WHERE blob_key = ANY($1)' },
];
