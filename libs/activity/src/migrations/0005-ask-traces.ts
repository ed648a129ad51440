import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AskTraces1763700000005 implements MigrationInterface {
  name = 'AskTraces1763700000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "ask_traces" (
        "kbid" uuid NOT NULL,
        "learning_id" text NOT NULL,
        "date" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "trace" bytea NOT NULL,
        PRIMARY KEY ("kbid", "learning_id")
      )`);
    // Already compressed.
    await runner.query(`ALTER TABLE "ask_traces" ALTER COLUMN "trace" SET STORAGE EXTERNAL`);
    await runner.query(`CREATE INDEX "ask_traces_age" ON "ask_traces" ("date")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "ask_traces"`);
  }
}
