import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tasks of data-augmentation agents. */
export class AgentTasks1763700000005 implements MigrationInterface {
  name = 'AgentTasks1763700000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "agent_tasks" (
        "id" uuid NOT NULL,
        "kbid" uuid NOT NULL,
        "account" uuid NOT NULL,
        "kind" text NOT NULL,
        "name" text NOT NULL,
        "parameters" jsonb NOT NULL,
        "config_id" uuid,
        "cleanup_of" uuid,
        "nua_client" text,
        "started_by" text NOT NULL,
        "enabled" boolean NOT NULL,
        "created" timestamptz(6) NOT NULL,
        "scheduled_at" timestamptz(6),
        "completed_at" timestamptz(6),
        "stopped_at" timestamptz(6),
        "failed_at" timestamptz(6),
        "retries" integer NOT NULL DEFAULT 0,
        "log" text,
        "cursor" text NOT NULL DEFAULT '',
        "due_at" timestamptz(6),
        "lease" uuid,
        "leased_until" timestamptz(6),
        PRIMARY KEY ("id")
      )`);
    await runner.query(`CREATE INDEX "agent_tasks_box" ON "agent_tasks" ("kbid", "created")`);
    await runner.query(`CREATE INDEX "agent_tasks_due" ON "agent_tasks" ("due_at") WHERE "due_at" IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "agent_tasks"`);
  }
}
