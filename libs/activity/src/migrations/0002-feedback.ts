import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Feedback1763700000002 implements MigrationInterface {
  name = 'Feedback1763700000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "feedback" (
        "kbid" uuid NOT NULL,
        "id" bigint GENERATED ALWAYS AS IDENTITY,
        "learning_id" text NOT NULL,
        "date" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "task" text NOT NULL,
        "good" boolean NOT NULL,
        "comment" text,
        "text_block_id" text,
        "user_id" text,
        "user_type" text NOT NULL,
        "client_type" text NOT NULL,
        PRIMARY KEY ("kbid", "id")
      )`);
    await runner.query(`CREATE INDEX "feedback_answers" ON "feedback" ("kbid", "learning_id", "id")`);
    await runner.query(`CREATE INDEX "feedback_age" ON "feedback" ("date")`);
    await runner.query(`
      ALTER TABLE "activity"
        ADD "feedback_good" boolean,
        ADD "feedback_comment" text,
        ADD "feedback_good_all" boolean,
        ADD "feedback_good_any" boolean,
        ADD "feedback" jsonb`);
    await runner.query(
      `CREATE INDEX "activity_answers" ON "activity" ("kbid", "learning_id") WHERE "learning_id" IS NOT NULL`,
    );
    await runner.query(`
      CREATE TABLE "activity_journals" (
        "id" text NOT NULL,
        "position" bigint NOT NULL,
        "changed_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("id")
      )`);
    await runner.query(`CREATE INDEX "activity_journals_age" ON "activity_journals" ("changed_at")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "activity_journals"`);
    await runner.query(`DROP INDEX "activity_answers"`);
    await runner.query(`
      ALTER TABLE "activity" DROP "feedback_good", DROP "feedback_comment", DROP "feedback_good_all",
        DROP "feedback_good_any", DROP "feedback"`);
    await runner.query(`DROP TABLE "feedback"`);
  }
}
