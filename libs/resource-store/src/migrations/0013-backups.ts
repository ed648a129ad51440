import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Backups1763700000013 implements MigrationInterface {
  name = 'Backups1763700000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "backups" (
        "account" uuid NOT NULL,
        "id" uuid NOT NULL,
        "source_id" uuid NOT NULL,
        "slug" text NOT NULL,
        "title" text NOT NULL,
        "blob_key" text NOT NULL,
        "status" text NOT NULL,
        "reason" text,
        "size_bytes" bigint,
        "started" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        "finished" TIMESTAMP(6) WITH TIME ZONE,
        PRIMARY KEY ("account", "id")
      )`);
    await runner.query(`CREATE INDEX "backups_source" ON "backups" ("account", "source_id")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "backups"`);
  }
}
