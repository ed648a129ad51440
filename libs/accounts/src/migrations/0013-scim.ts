import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Scim1763700000013 implements MigrationInterface {
  name = 'Scim1763700000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "scim_tokens" (
        "id" uuid NOT NULL,
        "account_id" uuid NOT NULL,
        "description" text NOT NULL,
        "hash" bytea NOT NULL,
        "created_by" uuid,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        "expires" TIMESTAMP WITH TIME ZONE NOT NULL,
        "last_used" TIMESTAMP WITH TIME ZONE,
        PRIMARY KEY ("id"),
        CONSTRAINT "scim_tokens_account" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE,
        CONSTRAINT "scim_tokens_creator" FOREIGN KEY ("created_by") REFERENCES "users" ("id") ON DELETE SET NULL
      )`);
    await runner.query(`CREATE INDEX "scim_tokens_of_account" ON "scim_tokens" ("account_id")`);
    await runner.query(`CREATE INDEX "scim_tokens_of_creator" ON "scim_tokens" ("created_by")`);
    await runner.query(`CREATE UNIQUE INDEX "scim_tokens_hash" ON "scim_tokens" ("hash")`);
    await runner.query(`
      CREATE TABLE "scim_people" (
        "account_id" uuid NOT NULL,
        "user_id" uuid NOT NULL,
        "user_name" text NOT NULL,
        "user_name_key" text NOT NULL,
        "external_id" text,
        "attributes" jsonb NOT NULL,
        "made_user" boolean NOT NULL,
        "deactivated" boolean NOT NULL,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        "modified" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("account_id", "user_id"),
        CONSTRAINT "scim_people_account" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE,
        CONSTRAINT "scim_people_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE UNIQUE INDEX "scim_people_name" ON "scim_people" ("account_id", "user_name_key")`);
    await runner.query(`CREATE INDEX "scim_people_external" ON "scim_people" ("account_id", "external_id")`);
    await runner.query(`CREATE INDEX "scim_people_of_user" ON "scim_people" ("user_id")`);
    await runner.query(`
      CREATE TABLE "account_groups" (
        "id" uuid NOT NULL,
        "account_id" uuid NOT NULL,
        "name" text NOT NULL,
        "name_key" text NOT NULL,
        "external_id" text,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        "modified" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("id"),
        CONSTRAINT "account_groups_account" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE UNIQUE INDEX "account_groups_name" ON "account_groups" ("account_id", "name_key")`);
    await runner.query(`CREATE INDEX "account_groups_external" ON "account_groups" ("account_id", "external_id")`);
    await runner.query(`
      CREATE TABLE "account_group_people" (
        "group_id" uuid NOT NULL,
        "user_id" uuid NOT NULL,
        PRIMARY KEY ("group_id", "user_id"),
        CONSTRAINT "account_group_people_group"
          FOREIGN KEY ("group_id") REFERENCES "account_groups" ("id") ON DELETE CASCADE,
        CONSTRAINT "account_group_people_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "account_group_people_of_user" ON "account_group_people" ("user_id")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['account_group_people', 'account_groups', 'scim_people', 'scim_tokens'])
      await runner.query(`DROP TABLE "${table}"`);
  }
}
