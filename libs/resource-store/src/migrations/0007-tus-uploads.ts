import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TusUploads1763700000007 implements MigrationInterface {
  name = 'TusUploads1763700000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "tus_uploads" (
        "kbid" uuid NOT NULL,
        "id" text NOT NULL,
        "rid" text,
        "field_id" text,
        "sealed_file" text NOT NULL,
        "length" bigint,
        "offset" bigint NOT NULL,
        "finished" boolean NOT NULL,
        "expires" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("kbid", "id")
      )`);
    await runner.query(`CREATE INDEX "tus_uploads_expires" ON "tus_uploads" ("expires")`);
    await runner.query(`
      CREATE TABLE "tus_parts" (
        "kbid" uuid NOT NULL,
        "upload_id" text NOT NULL,
        "start" bigint NOT NULL,
        "blob_key" text NOT NULL,
        PRIMARY KEY ("kbid", "upload_id", "start")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "tus_parts"`);
    await runner.query(`DROP TABLE "tus_uploads"`);
  }
}
