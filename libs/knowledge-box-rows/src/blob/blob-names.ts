/** A column that names files of the blob store. */
export interface BlobNames {
  /** `Entity.member`. */
  readonly of: string;
  /** Those of the keys $1 that it names; $2 and $3 are the boxes and resources that the keys are of. */
  readonly sql: string;
}

/**
 * All columns of the schema that name files. What none of them names is removed, so a column that is missing here loses
 * files: a test compares it with the entities.
 */
export const blobNames: readonly BlobNames[] = [
  { of: 'FieldEntity.blobKey', sql: 'SELECT blob_key AS key FROM fields WHERE blob_key = ANY($1)' },
  { of: 'TusPartEntity.blobKey', sql: 'SELECT blob_key FROM tus_parts WHERE blob_key = ANY($1)' },
  { of: 'ExportEntity.blobKey', sql: 'SELECT blob_key FROM exports WHERE blob_key = ANY($1)' },
  { of: 'BackupEntity.blobKey', sql: 'SELECT blob_key FROM backups WHERE blob_key = ANY($1)' },
  { of: 'ImportEntity.blobKey', sql: 'SELECT blob_key FROM imports WHERE blob_key = ANY($1)' },
  {
    of: 'ImportEntity.looseBlobs',
    sql: 'SELECT loose FROM imports, unnest(loose_blobs) AS loose WHERE loose_blobs && $1 AND loose = ANY($1)',
  },
  {
    of: 'ConversationMessageEntity.blobKeys',
    sql: `SELECT attached FROM conversation_messages, unnest(blob_keys) AS attached
      WHERE kbid = ANY($2) AND blob_keys <> '{}' AND attached = ANY($1)`,
  },
  {
    // Pictures are of a resource, as their keys say.
    of: 'ExtractedFieldEntity.understood',
    sql: `SELECT picture ->> 'key' FROM extracted_fields, jsonb_path_query(understood, '$.pictures[*]') AS picture
      WHERE (kbid, rid) IN (SELECT * FROM unnest($2::uuid[], $3::text[])) AND understood ? 'pictures'`,
  },
];

/** Columns that name files which are to be removed, or have been. */
export const namesOfRemovedBlobs: readonly string[] = ['DeletionReceiptEntity.blobKeys'];
