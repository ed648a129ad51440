import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SingleSignOn1763700000008 implements MigrationInterface {
  name = 'SingleSignOn1763700000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "saml_settings" (
        "account_id" uuid NOT NULL,
        "sso_url" text NOT NULL,
        "entity_id" text NOT NULL,
        "certificate" text NOT NULL,
        "authn_context" text NOT NULL,
        PRIMARY KEY ("account_id"),
        CONSTRAINT "saml_settings_account" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE "saml_domains" (
        "domain" text NOT NULL,
        "account_id" uuid NOT NULL,
        "position" integer NOT NULL,
        PRIMARY KEY ("domain"),
        CONSTRAINT "saml_domains_account" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "saml_domains_of_account" ON "saml_domains" ("account_id")`);
    await runner.query(`
      CREATE TABLE "sign_in_attempts" (
        "hash" bytea NOT NULL,
        "provider" text NOT NULL,
        "account_id" uuid,
        "check" text NOT NULL,
        "login_challenge" text,
        "came_from" text,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        "expires" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("hash"),
        CONSTRAINT "sign_in_attempts_account"
          FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "sign_in_attempts_expires" ON "sign_in_attempts" ("expires")`);
    await runner.query(`
      CREATE TABLE "used_assertions" (
        "hash" bytea NOT NULL,
        "expires" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("hash")
      )`);
    await runner.query(`CREATE INDEX "used_assertions_expires" ON "used_assertions" ("expires")`);
    await runner.query(`
      CREATE TABLE "sign_in_grants" (
        "hash" bytea NOT NULL,
        "user_id" uuid NOT NULL,
        "expires" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("hash"),
        CONSTRAINT "sign_in_grants_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "sign_in_grants_expires" ON "sign_in_grants" ("expires")`);
    await runner.query(`
      CREATE TABLE "external_identities" (
        "provider" text NOT NULL,
        "subject" text NOT NULL,
        "user_id" uuid NOT NULL,
        "made_user" boolean NOT NULL,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("provider", "subject"),
        CONSTRAINT "external_identities_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "external_identities_of_user" ON "external_identities" ("user_id")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = ['external_identities', 'sign_in_grants', 'used_assertions', 'sign_in_attempts'];
    for (const table of [...tables, 'saml_domains', 'saml_settings']) await runner.query(`DROP TABLE "${table}"`);
  }
}
