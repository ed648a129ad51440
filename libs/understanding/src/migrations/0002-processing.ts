import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Processing1763700000002 implements MigrationInterface {
  name = 'Processing1763700000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "processing_accounts" (
        "account" uuid NOT NULL,
        "last_seq" bigint NOT NULL,
        "waiting" integer NOT NULL,
        "waiting_bytes" bigint NOT NULL,
        PRIMARY KEY ("account")
      )`);
    await runner.query(`
      CREATE TABLE "processing_records" (
        "id" uuid NOT NULL,
        "account" uuid NOT NULL,
        "client" text NOT NULL,
        "kbid" text NOT NULL,
        "resource_id" text NOT NULL,
        "title" text,
        "labels" jsonb NOT NULL,
        "seq" bigint NOT NULL,
        "sealed_request" text NOT NULL,
        "sealed_webhook" text,
        "request_bytes" integer NOT NULL,
        "pushed_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        "scheduled_at" TIMESTAMP(6) WITH TIME ZONE,
        "ended_at" TIMESTAMP(6) WITH TIME ZONE,
        "failed" boolean NOT NULL,
        "failure" text,
        "retries" integer NOT NULL,
        "webhook" jsonb,
        PRIMARY KEY ("id")
      )`);
    await runner.query(
      `CREATE INDEX "processing_records_pushed" ON "processing_records" ("account", "pushed_at", "id")`,
    );
    await runner.query(`
      CREATE INDEX "processing_records_open" ON "processing_records" ("account", "kbid", "resource_id", "seq")
        WHERE "ended_at" IS NULL`);
    await runner.query(`
      CREATE INDEX "processing_records_ended" ON "processing_records" ("ended_at") WHERE "ended_at" IS NOT NULL`);
    await runner.query(`
      CREATE TABLE "processing_results" (
        "id" uuid NOT NULL,
        "message" bytea NOT NULL,
        PRIMARY KEY ("id"),
        CONSTRAINT "processing_results_record" FOREIGN KEY ("id") REFERENCES "processing_records"("id")
          ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE "processing_deliveries" (
        "seq" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
        "id" uuid NOT NULL,
        "account" uuid NOT NULL,
        "client" text NOT NULL,
        "resource" text NOT NULL,
        "token" uuid,
        "leased_until" TIMESTAMP(6) WITH TIME ZONE,
        PRIMARY KEY ("seq"),
        CONSTRAINT "processing_deliveries_record" FOREIGN KEY ("id") REFERENCES "processing_records"("id")
          ON DELETE CASCADE
      )`);
    await runner.query(
      `CREATE INDEX "processing_deliveries_client" ON "processing_deliveries" ("account", "client", "seq")`,
    );
    await runner.query(`
      CREATE INDEX "processing_deliveries_resource" ON "processing_deliveries" ("account", "client", "resource", "seq")`);
    await runner.query(`CREATE INDEX "processing_deliveries_id" ON "processing_deliveries" ("id")`);
    await runner.query(`
      CREATE TABLE "processing_files" (
        "blob_key" text NOT NULL,
        "account" uuid NOT NULL,
        "expires" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("blob_key")
      )`);
    await runner.query(`CREATE INDEX "processing_files_expires" ON "processing_files" ("expires")`);
    await runner.query(`
      CREATE TABLE "tus_uploads" (
        "account" uuid NOT NULL,
        "id" text NOT NULL,
        "sealed_file" text NOT NULL,
        "length" bigint,
        "offset" bigint NOT NULL,
        "blob_key" text,
        "md5" text,
        "expires" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("account", "id")
      )`);
    await runner.query(`CREATE INDEX "tus_uploads_expires" ON "tus_uploads" ("expires")`);
    await runner.query(`
      CREATE TABLE "tus_parts" (
        "account" uuid NOT NULL,
        "upload_id" text NOT NULL,
        "start" bigint NOT NULL,
        "blob_key" text NOT NULL,
        PRIMARY KEY ("account", "upload_id", "start")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'tus_parts',
      'tus_uploads',
      'processing_files',
      'processing_deliveries',
      'processing_results',
      'processing_records',
      'processing_accounts',
    ])
      await runner.query(`DROP TABLE "${table}"`);
  }
}
