import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FieldParts1763700000006 implements MigrationInterface {
  name = 'FieldParts1763700000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "fields" ADD "content_seqid" bigint`);
    await runner.query(`UPDATE "fields" SET "content_seqid" = "seqid"`);
    await runner.query(`ALTER TABLE "fields" ALTER COLUMN "content_seqid" SET NOT NULL`);
    await runner.query(`CREATE INDEX "resources_pending" ON "resources" ("kbid", "id") WHERE "status" = 'PENDING'`);
    await runner.query(`
      CREATE TABLE "field_parts" (
        "kbid" uuid NOT NULL,
        "rid" text NOT NULL,
        "letter" text NOT NULL,
        "id" text NOT NULL,
        "seqid" bigint NOT NULL,
        "part" integer NOT NULL,
        "text" text NOT NULL,
        "paragraphs" jsonb NOT NULL,
        "resume" text,
        PRIMARY KEY ("kbid", "rid", "letter", "id", "seqid", "part")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "field_parts"`);
    await runner.query(`DROP INDEX "resources_pending"`);
    await runner.query(`ALTER TABLE "fields" DROP "content_seqid"`);
  }
}
