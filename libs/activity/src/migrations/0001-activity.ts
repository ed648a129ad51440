import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Activity1763700000001 implements MigrationInterface {
  name = 'Activity1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "activity" (
        "kbid" uuid NOT NULL,
        "id" bigint GENERATED ALWAYS AS IDENTITY,
        "event_type" text NOT NULL,
        "date" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "user_id" text,
        "user_type" text NOT NULL,
        "client_type" text NOT NULL,
        "total_duration" double precision NOT NULL,
        "audit_metadata" jsonb,
        "resource_id" text,
        "svc_tokens" double precision,
        "question" text NOT NULL,
        "resources_count" integer,
        "filter" jsonb,
        "rephrased_question" text,
        "vectorset" text,
        "security" jsonb,
        "min_score_bm25" double precision,
        "min_score_semantic" double precision,
        "result_per_page" integer NOT NULL,
        "retrieval_time" double precision,
        "answer" text,
        "learning_id" text,
        "retrieved_context" jsonb,
        "chat_history" jsonb,
        "model" text,
        "status" smallint,
        "generative_answer_first_chunk_time" double precision,
        "generative_reasoning_first_chunk_time" double precision,
        "generative_answer_time" double precision,
        "reasoning" text,
        PRIMARY KEY ("kbid", "id")
      )`);
    await runner.query(`CREATE INDEX "activity_events" ON "activity" ("kbid", "event_type", "id")`);
    await runner.query(`CREATE INDEX "activity_dates" ON "activity" ("kbid", "event_type", "date")`);
    await runner.query(`CREATE INDEX "activity_age" ON "activity" ("date")`);
    await runner.query(`
      CREATE TABLE "purged_boxes" (
        "kbid" uuid NOT NULL,
        "purged_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("kbid")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "purged_boxes"`);
    await runner.query(`DROP TABLE "activity"`);
  }
}
