/** A column that contains keys of blobs. */
export interface BlobNames {
  /** `Entity.member`. */
  readonly of: string;
  /** Selects those of the keys $1 that the column contains; $2 and $3 are the boxes and resources in the keys. */
  readonly sql: string;
}

/**
 * All columns of the schema that contain blob keys. Blobs that are in none of them are deleted, so a missing column
 * would lose files; a test compares the list with the entities.
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
    // The keys of pictures contain their resource.
    of: 'ExtractedFieldEntity.understood',
    sql: `SELECT picture ->> 'key' FROM extracted_fields, jsonb_path_query(understood, '$.pictures[*]') AS picture
      WHERE (kbid, rid) IN (SELECT * FROM unnest($2::uuid[], $3::text[])) AND understood ? 'pictures'`,
  },
];

/** Columns with keys of blobs that are to be deleted or have been. */
export const namesOfRemovedBlobs: readonly string[] = ['DeletionReceiptEntity.blobKeys'];
