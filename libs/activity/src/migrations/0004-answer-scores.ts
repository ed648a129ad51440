import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AnswerScores1763700000004 implements MigrationInterface {
  name = 'AnswerScores1763700000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "answer_scores" (
        "kbid" uuid NOT NULL,
        "event_id" bigint NOT NULL,
        "date" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "due" TIMESTAMP(3) WITH TIME ZONE,
        "attempts" smallint NOT NULL DEFAULT 0,
        "model" text,
        "answer_relevance" smallint,
        "reason" text,
        "context_relevance" jsonb,
        "groundedness" jsonb,
        "context_min" smallint,
        "context_max" smallint,
        "context_sum" integer NOT NULL DEFAULT 0,
        "context_count" integer NOT NULL DEFAULT 0,
        "ground_min" smallint,
        "ground_max" smallint,
        "ground_sum" integer NOT NULL DEFAULT 0,
        "ground_count" integer NOT NULL DEFAULT 0,
        PRIMARY KEY ("kbid", "event_id"),
        CONSTRAINT "answer_scores_event" FOREIGN KEY ("kbid", "event_id")
          REFERENCES "activity" ("kbid", "id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "answer_scores_due" ON "answer_scores" ("due") WHERE "due" IS NOT NULL`);
    await runner.query(`CREATE INDEX "answer_scores_dates" ON "answer_scores" ("kbid", "date")`);
    // A trigger, so that answers wait for scores whatever code inserts them: no row of the log can miss its scores.
    await runner.query(`
      CREATE FUNCTION "answers_wait_for_scores"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO answer_scores (kbid, event_id, date, due)
        SELECT kbid, id, date, now() FROM recorded WHERE event_type = 'ask' AND status IN (0, -2);
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER "answers_wait_for_scores" AFTER INSERT ON "activity"
      REFERENCING NEW TABLE AS recorded FOR EACH STATEMENT EXECUTE FUNCTION "answers_wait_for_scores"()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER "answers_wait_for_scores" ON "activity"`);
    await runner.query(`DROP FUNCTION "answers_wait_for_scores"()`);
    await runner.query(`DROP TABLE "answer_scores"`);
  }
}
