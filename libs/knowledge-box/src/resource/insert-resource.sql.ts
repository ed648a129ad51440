const resourceShape = `kbid uuid, id text, slug text, title text, "titleIsProvisional" boolean, summary text, "summaryIsProvisional" boolean, icon text,
  thumbnail text, metadata jsonb, language text, languages text[], classifications jsonb, origin jsonb, extra jsonb,
  "accessGroups" text[], hidden boolean, status text, version bigint, created timestamptz, modified timestamptz`;

const fieldShape = `letter text, id text, value jsonb, "blobKey" text, "sealedPassword" text`;

/**
 * Inserts a resource ($1, JSON of the entity) and its fields ($2, JSON list), all pending under one new number in the
 * processing queue; nothing when the knowledge box is gone. One statement, so one round trip and one commit.
 *
 * @param also a select list over `inserted (kbid, id)`, evaluated once
 */
export function insertResourceSql(also: string): string {
  return `
    WITH given AS (SELECT * FROM json_to_record($1) AS r (${resourceShape})),
    given_fields AS (SELECT * FROM json_to_recordset($2) AS f (${fieldShape})),
    number AS (SELECT CASE WHEN EXISTS (SELECT 1 FROM given_fields) THEN nextval('processing_seqid') END AS seqid),
    box AS (SELECT b.id FROM knowledge_boxes b, given WHERE b.id = given.kbid FOR KEY SHARE OF b),
    inserted AS (
      INSERT INTO resources (kbid, id, slug, title, title_is_provisional, summary, summary_is_provisional, icon, thumbnail, metadata,
        language, languages, classifications, origin, extra, access_groups, hidden, status, version, last_seqid, created, modified)
      SELECT kbid, given.id, slug, title, "titleIsProvisional", summary, "summaryIsProvisional", icon, thumbnail, metadata,
        language, languages,
        classifications, nullif(origin, 'null'), nullif(extra, 'null'), "accessGroups", hidden,
        CASE WHEN seqid IS NULL THEN 'PROCESSED' ELSE 'PENDING' END, version, coalesce(seqid, 0), created, modified
      FROM given, number, box
      RETURNING kbid, id
    ),
    inserted_fields AS (
      INSERT INTO fields (kbid, rid, letter, id, value, blob_key, sealed_password, status, errors, seqid)
      SELECT inserted.kbid, inserted.id, letter, f.id, value, "blobKey", "sealedPassword", 'PENDING', '[]', seqid
      FROM given_fields f, inserted, number
    )
    SELECT number.seqid, ${also} FROM inserted, number`;
}
