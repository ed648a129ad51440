import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Resources1763700000002 implements MigrationInterface {
  name = 'Resources1763700000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "resources" (
        "kbid" uuid NOT NULL,
        "id" text NOT NULL,
        "slug" text NOT NULL,
        "title" text NOT NULL,
        "title_is_provisional" boolean NOT NULL,
        "summary" text NOT NULL,
        "summary_is_provisional" boolean NOT NULL,
        "icon" text NOT NULL,
        "thumbnail" text NOT NULL,
        "metadata" jsonb NOT NULL,
        "language" text NOT NULL,
        "languages" text array NOT NULL,
        "classifications" jsonb NOT NULL,
        "origin" jsonb,
        "extra" jsonb,
        "access_groups" text array,
        "hidden" boolean NOT NULL,
        "status" text NOT NULL,
        "version" bigint NOT NULL,
        "last_seqid" bigint NOT NULL,
        "created" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        "modified" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("kbid", "id")
      )`);
    await runner.query(`CREATE UNIQUE INDEX "resources_slug" ON "resources" ("kbid", "slug")`);
    await runner.query(`
      CREATE TABLE "fields" (
        "kbid" uuid NOT NULL,
        "rid" text NOT NULL,
        "letter" text NOT NULL,
        "id" text NOT NULL,
        "value" jsonb NOT NULL,
        "blob_key" text,
        "sealed_password" text,
        "status" text NOT NULL,
        "errors" jsonb NOT NULL,
        "seqid" bigint NOT NULL,
        PRIMARY KEY ("kbid", "rid", "letter", "id")
      )`);
    await runner.query(
      `CREATE INDEX "fields_md5" ON "fields" ("kbid", ("value" #>> '{file,md5}')) WHERE "letter" = 'f'`,
    );
    await runner.query(`
      CREATE TABLE "extracted_fields" (
        "kbid" uuid NOT NULL,
        "rid" text NOT NULL,
        "letter" text NOT NULL,
        "id" text NOT NULL,
        "seqid" bigint NOT NULL,
        "text" text NOT NULL,
        "paragraphs" jsonb NOT NULL,
        "understood" jsonb NOT NULL,
        "extracted_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("kbid", "rid", "letter", "id")
      )`);
    await runner.query(`
      CREATE TABLE "field_vectors" (
        "kbid" uuid NOT NULL,
        "rid" text NOT NULL,
        "letter" text NOT NULL,
        "id" text NOT NULL,
        "vectorset" text NOT NULL,
        "seqid" bigint NOT NULL,
        "vectors" bytea NOT NULL,
        PRIMARY KEY ("kbid", "rid", "letter", "id", "vectorset")
      )`);
    await runner.query(`
      CREATE TABLE "vectorsets" (
        "kbid" uuid NOT NULL,
        "id" text NOT NULL,
        "dimensions" integer NOT NULL,
        "created" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("kbid", "id")
      )`);
    await runner.query(`CREATE SEQUENCE "processing_seqid"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP SEQUENCE "processing_seqid"`);
    for (const table of ['vectorsets', 'field_vectors', 'extracted_fields', 'fields', 'resources']) {
      await runner.query(`DROP TABLE "${table}"`);
    }
  }
}
