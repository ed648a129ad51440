import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeletionReceipts1763700000017 implements MigrationInterface {
  name = 'DeletionReceipts1763700000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "deletion_receipts" (
        "kbid" uuid NOT NULL,
        "rid" text NOT NULL,
        "version" bigint NOT NULL,
        "by" text NOT NULL,
        "deleted_at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        "purged_at" TIMESTAMP(6) WITH TIME ZONE,
        "rows" jsonb NOT NULL,
        "blob_keys" text array NOT NULL,
        PRIMARY KEY ("kbid", "rid")
      )`);
    await runner.query(`CREATE INDEX "deletion_receipts_at" ON "deletion_receipts" ("deleted_at")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "deletion_receipts"`);
  }
}
