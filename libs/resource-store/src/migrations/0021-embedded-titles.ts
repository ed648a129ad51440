import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks titles and summaries of an earlier version, which were searchable by keyword only, as unembedded. */
export class EmbeddedTitles1763700000021 implements MigrationInterface {
  name = 'EmbeddedTitles1763700000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO "extracted_fields"
        ("kbid", "rid", "letter", "id", "seqid", "text", "paragraphs", "understood", "extracted_at")
      SELECT r."kbid", r."id", 'a', g."id", r."version", g."text",
        jsonb_build_array(jsonb_build_object('start', 0, 'end', char_length(g."text"), 'kind', g."kind",
          'key', concat_ws('/', r."id", 'a', g."id", '0-' || char_length(g."text")), 'start_seconds', '[]'::jsonb,
          'end_seconds', '[]'::jsonb, 'classifications', '[]'::jsonb, 'sentences', '[]'::jsonb, 'page', NULL,
          'representation', NULL, 'relations', NULL, 'headings', '[]'::jsonb, 'language', '')),
        '{"summary": "", "language": "", "languages": [], "mimeType": "", "entities": [], "links": [], "errors": []}',
        now()
      FROM "resources" r CROSS JOIN LATERAL (VALUES
        ('title', 'TITLE', r."title", r."title_is_provisional"),
        ('summary', 'DESCRIPTION', r."summary", r."summary_is_provisional")
      ) AS g ("id", "kind", "text", "is_provisional")
      WHERE NOT g."is_provisional" AND g."text" ~ '\\S'`);
    await runner.query(`
      INSERT INTO "unembedded_fields" ("kbid", "rid", "letter", "id", "vectorset", "seqid")
      SELECT e."kbid", e."rid", e."letter", e."id", coalesce(v."id", ''), e."seqid"
      FROM "extracted_fields" e LEFT JOIN "vectorsets" v ON v."kbid" = e."kbid" AND v."deleted" IS NULL
      WHERE e."letter" = 'a'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['field_vectors', 'unembedded_fields', 'extracted_fields'])
      await runner.query(`DELETE FROM "${table}" WHERE "letter" = 'a'`);
  }
}
