import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Accounts1763700000001 implements MigrationInterface {
  name = 'Accounts1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "users" (
        "id" uuid NOT NULL,
        "email" text NOT NULL,
        "name" text NOT NULL,
        "type" text NOT NULL,
        "avatar" text,
        "language" text NOT NULL,
        "disabled" boolean NOT NULL,
        "last_login" TIMESTAMP WITH TIME ZONE,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("id")
      )`);
    await runner.query(`CREATE UNIQUE INDEX "users_email" ON "users" ("email")`);
    await runner.query(`
      CREATE TABLE "accounts" (
        "id" uuid NOT NULL,
        "slug" text NOT NULL,
        "title" text NOT NULL,
        "description" text,
        "type" text NOT NULL,
        "workflow" text NOT NULL,
        "eula_accepted" boolean NOT NULL,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("id")
      )`);
    await runner.query(`CREATE UNIQUE INDEX "accounts_slug" ON "accounts" ("slug")`);
    await runner.query(`
      CREATE TABLE "members" (
        "account_id" uuid NOT NULL,
        "user_id" uuid NOT NULL,
        "role" text NOT NULL,
        PRIMARY KEY ("account_id", "user_id"),
        CONSTRAINT "members_account" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE,
        CONSTRAINT "members_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "members_of_user" ON "members" ("user_id")`);
    await runner.query(`
      CREATE TABLE "personal_tokens" (
        "id" uuid NOT NULL,
        "user_id" uuid NOT NULL,
        "description" text NOT NULL,
        "hash" bytea NOT NULL,
        "expires" TIMESTAMP WITH TIME ZONE,
        "kept_until_used" boolean NOT NULL,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("id"),
        CONSTRAINT "personal_tokens_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE UNIQUE INDEX "personal_tokens_hash" ON "personal_tokens" ("hash")`);
    await runner.query(`CREATE INDEX "personal_tokens_of_user" ON "personal_tokens" ("user_id")`);
    await runner.query(`
      CREATE TABLE "zones" (
        "id" uuid NOT NULL,
        "slug" text NOT NULL,
        "title" text NOT NULL,
        "origin" text NOT NULL,
        PRIMARY KEY ("id")
      )`);
    await runner.query(`CREATE UNIQUE INDEX "zones_slug" ON "zones" ("slug")`);
    await runner.query(`
      CREATE TABLE "signing_keys" (
        "id" text NOT NULL,
        "public_key" text NOT NULL,
        "private_key" text NOT NULL,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("id")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['signing_keys', 'zones', 'personal_tokens', 'members', 'accounts', 'users']) {
      await runner.query(`DROP TABLE "${table}"`);
    }
  }
}
