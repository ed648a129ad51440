import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Transfers1763700000012 implements MigrationInterface {
  name = 'Transfers1763700000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "exports" (
        "kbid" uuid NOT NULL,
        "id" text NOT NULL,
        "account" uuid,
        "blob_key" text NOT NULL,
        "status" text NOT NULL,
        "total" integer NOT NULL,
        "processed" integer NOT NULL,
        "retries" integer NOT NULL,
        "reason" text,
        "size_bytes" bigint,
        "created" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        "alive_at" TIMESTAMP(6) WITH TIME ZONE,
        "expires" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("kbid", "id")
      )`);
    await runner.query(`CREATE INDEX "exports_expires" ON "exports" ("expires")`);
    await runner.query(`
      CREATE TABLE "imports" (
        "kbid" uuid NOT NULL,
        "id" text NOT NULL,
        "by" text NOT NULL,
        "backup" text,
        "blob_key" text NOT NULL,
        "size_bytes" bigint NOT NULL,
        "status" text NOT NULL,
        "total" integer NOT NULL,
        "processed" integer NOT NULL,
        "retries" integer NOT NULL,
        "reason" text,
        "notes" jsonb NOT NULL,
        "position" bigint NOT NULL,
        "counts" jsonb NOT NULL,
        "loose_blobs" text array NOT NULL,
        "created" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        "expires" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("kbid", "id")
      )`);
    await runner.query(`CREATE INDEX "imports_expires" ON "imports" ("expires")`);
    await runner.query(`CREATE INDEX "imports_blob" ON "imports" ("blob_key")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "imports"`);
    await runner.query(`DROP TABLE "exports"`);
  }
}
