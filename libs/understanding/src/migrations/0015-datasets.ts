import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Datasets of accounts, their partitions in the blob store, and tasks on them. */
export class Datasets1763700000015 implements MigrationInterface {
  name = 'Datasets1763700000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "datasets" (
        "account" uuid NOT NULL,
        "id" uuid NOT NULL,
        "name" text NOT NULL,
        "type" text NOT NULL,
        "labels" text[] NOT NULL,
        "nua_client" text,
        "created_at" timestamptz(6) NOT NULL,
        PRIMARY KEY ("account", "id")
      )`);
    await runner.query(`
      CREATE TABLE "dataset_partitions" (
        "account" uuid NOT NULL,
        "dataset" uuid NOT NULL,
        "id" text NOT NULL,
        "blob_key" text NOT NULL,
        "size_bytes" bigint NOT NULL,
        "row_count" bigint NOT NULL,
        "uploaded_at" timestamptz(6) NOT NULL,
        PRIMARY KEY ("account", "dataset", "id"),
        CONSTRAINT "dataset_partitions_dataset" FOREIGN KEY ("account", "dataset")
          REFERENCES "datasets" ("account", "id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "dataset_partitions_blob" ON "dataset_partitions" ("blob_key")`);
    await runner.query(`
      CREATE TABLE "dataset_tasks" (
        "id" uuid NOT NULL PRIMARY KEY,
        "account" uuid NOT NULL,
        "dataset" uuid NOT NULL,
        "name" text NOT NULL,
        "parameters" jsonb NOT NULL,
        "nua_client" text NOT NULL,
        "started_by" text NOT NULL,
        "created" timestamptz(6) NOT NULL,
        "scheduled_at" timestamptz(6),
        "completed_at" timestamptz(6),
        "stopped_at" timestamptz(6),
        "failed_at" timestamptz(6),
        "retries" integer NOT NULL,
        "log" text,
        "position" jsonb,
        CONSTRAINT "dataset_tasks_dataset" FOREIGN KEY ("account", "dataset")
          REFERENCES "datasets" ("account", "id") ON DELETE CASCADE
      )`);
    await runner.query(
      `CREATE INDEX "dataset_tasks_dataset_created" ON "dataset_tasks" ("account", "dataset", "created")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "dataset_tasks"`);
    await runner.query(`DROP TABLE "dataset_partitions"`);
    await runner.query(`DROP TABLE "datasets"`);
  }
}
