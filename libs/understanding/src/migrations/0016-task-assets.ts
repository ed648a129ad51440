import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports of tasks of agents: the numbers of a run, and the files made of them. */
export class TaskAssets1763700000016 implements MigrationInterface {
  name = 'TaskAssets1763700000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "agent_tasks" ADD COLUMN "report" jsonb`);
    await runner.query(`
      CREATE TABLE "task_assets" (
        "kbid" uuid NOT NULL,
        "id" uuid NOT NULL,
        "account" uuid NOT NULL,
        "task_id" uuid NOT NULL,
        "task_name" text NOT NULL,
        "content_type" text NOT NULL,
        "blob_key" text NOT NULL,
        "size_bytes" integer NOT NULL,
        "created_at" timestamptz(6) NOT NULL,
        PRIMARY KEY ("kbid", "id")
      )`);
    await runner.query(`CREATE INDEX "task_assets_created" ON "task_assets" ("kbid", "created_at", "id")`);
    await runner.query(`CREATE INDEX "task_assets_blob" ON "task_assets" ("blob_key")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "task_assets"`);
    await runner.query(`ALTER TABLE "agent_tasks" DROP COLUMN "report"`);
  }
}
