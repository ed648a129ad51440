import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Access1763700000001 implements MigrationInterface {
  name = 'Access1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "knowledge_boxes" (
        "id" uuid NOT NULL,
        "account" uuid NOT NULL,
        "slug" text NOT NULL,
        "title" text NOT NULL,
        "description" text,
        "mode" text NOT NULL,
        "state" text NOT NULL,
        "allowed_origins" text array,
        "allowed_ip_addresses" text array,
        "search_configs" jsonb NOT NULL,
        "learning_configuration" jsonb,
        "sealed_user_keys" text,
        "enforce_security" boolean NOT NULL,
        "hidden_resources_enabled" boolean NOT NULL,
        "hidden_resources_hide_on_creation" boolean NOT NULL,
        "prewarm_enabled" boolean NOT NULL,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("id")
      )`);
    await runner.query(`CREATE UNIQUE INDEX "knowledge_boxes_slug" ON "knowledge_boxes" ("account", "slug")`);
    await runner.query(`
      CREATE TABLE "kb_users" (
        "kbid" uuid NOT NULL,
        "user_id" uuid NOT NULL,
        "role" text NOT NULL,
        PRIMARY KEY ("kbid", "user_id"),
        CONSTRAINT "kb_users_box" FOREIGN KEY ("kbid") REFERENCES "knowledge_boxes" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "kb_users_user" ON "kb_users" ("user_id")`);
    await runner.query(`
      CREATE TABLE "service_accounts" (
        "id" uuid NOT NULL,
        "kbid" uuid NOT NULL,
        "title" text NOT NULL,
        "role" text NOT NULL,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("id"),
        CONSTRAINT "service_accounts_box" FOREIGN KEY ("kbid") REFERENCES "knowledge_boxes" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "service_accounts_of_box" ON "service_accounts" ("kbid")`);
    await runner.query(`
      CREATE TABLE "api_keys" (
        "id" uuid NOT NULL,
        "service_account_id" uuid NOT NULL,
        "hash" bytea NOT NULL,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        "expires" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("id"),
        CONSTRAINT "api_keys_service_account"
          FOREIGN KEY ("service_account_id") REFERENCES "service_accounts" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" ("hash")`);
    await runner.query(`CREATE INDEX "api_keys_of_service_account" ON "api_keys" ("service_account_id")`);
    await runner.query(`
      CREATE TABLE "nua_clients" (
        "internal_id" uuid NOT NULL,
        "account" uuid NOT NULL,
        "client_id" text NOT NULL,
        "title" text NOT NULL,
        "contact" text NOT NULL,
        "description" text,
        "allow_kb_management" boolean NOT NULL,
        "tokens_limit" bigint,
        "webhook_uri" text,
        "sealed_webhook_headers" text,
        "key_id" uuid NOT NULL,
        "key_hash" bytea NOT NULL,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("internal_id")
      )`);
    await runner.query(`CREATE UNIQUE INDEX "nua_clients_client_id" ON "nua_clients" ("account", "client_id")`);
    await runner.query(`CREATE UNIQUE INDEX "nua_clients_key_hash" ON "nua_clients" ("key_hash")`);
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
    for (const table of [
      'signing_keys',
      'nua_clients',
      'api_keys',
      'service_accounts',
      'kb_users',
      'knowledge_boxes',
    ]) {
      await runner.query(`DROP TABLE "${table}"`);
    }
  }
}
