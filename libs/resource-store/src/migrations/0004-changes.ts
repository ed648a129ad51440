import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Changes1763700000004 implements MigrationInterface {
  name = 'Changes1763700000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "fields" ADD "sealed_secrets" text`);
    await runner.query(`
      CREATE TABLE "changes" (
        "kbid" uuid NOT NULL,
        "id" bigint GENERATED ALWAYS AS IDENTITY,
        "seq" bigint,
        "rid" text NOT NULL,
        "kind" text NOT NULL,
        "by" text NOT NULL,
        "at" TIMESTAMP(6) WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("kbid", "id")
      )`);
    await runner.query(`CREATE INDEX "changes_at" ON "changes" ("at")`);
    await runner.query(`CREATE UNIQUE INDEX "changes_seq" ON "changes" ("kbid", "seq") WHERE "seq" IS NOT NULL`);
    await runner.query(`CREATE INDEX "changes_unread" ON "changes" ("kbid", "id") WHERE "seq" IS NULL`);
    await runner.query(`CREATE SEQUENCE "change_seq"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP SEQUENCE "change_seq"`);
    await runner.query(`DROP TABLE "changes"`);
    await runner.query(`ALTER TABLE "fields" DROP "sealed_secrets"`);
  }
}
