import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Timelines1764400000002 implements MigrationInterface {
  name = 'Timelines1764400000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "timelines" (
        "agent" uuid NOT NULL,
        "id" uuid NOT NULL,
        "session_id" text NOT NULL,
        "workflow" text NOT NULL,
        "user_id" text,
        "user_type" text NOT NULL,
        "date" timestamptz(3) NOT NULL,
        "question" text NOT NULL,
        "answer" text,
        "outcome" text NOT NULL,
        "error" text,
        "total_time" double precision NOT NULL,
        "input_svc_tokens" double precision NOT NULL,
        "output_svc_tokens" double precision NOT NULL,
        "detail" jsonb NOT NULL,
        PRIMARY KEY ("agent", "id")
      )`);
    await runner.query(`CREATE INDEX "timelines_latest" ON "timelines" ("agent", "date", "id")`);
    await runner.query(`CREATE INDEX "timelines_session" ON "timelines" ("agent", "session_id", "date", "id")`);
    await runner.query(`CREATE INDEX "timelines_age" ON "timelines" ("date")`);
    await runner.query(`
      CREATE TABLE "timeline_journals" (
        "id" text NOT NULL PRIMARY KEY,
        "position" bigint NOT NULL,
        "changed_at" timestamptz(3) NOT NULL
      )`);
    await runner.query(`CREATE INDEX "timeline_journals_age" ON "timeline_journals" ("changed_at")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "timeline_journals", "timelines"`);
  }
}
