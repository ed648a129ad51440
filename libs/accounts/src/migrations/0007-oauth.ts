import type { MigrationInterface, QueryRunner } from 'typeorm';

/** State of the authorization server: clients, sessions, grants, codes and tokens; and the keys that sign. */
export class Oauth1763700000007 implements MigrationInterface {
  name = 'Oauth1763700000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "oauth_records" (
        "kind" text NOT NULL,
        "hash" bytea NOT NULL,
        "payload" text NOT NULL,
        "grant_hash" bytea,
        "lookup_hash" bytea,
        "user_id" uuid,
        "client_id" text,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        "expires" TIMESTAMP WITH TIME ZONE,
        "consumed" TIMESTAMP WITH TIME ZONE,
        PRIMARY KEY ("kind", "hash"),
        CONSTRAINT "oauth_records_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "oauth_records_of_grant" ON "oauth_records" ("grant_hash")`);
    await runner.query(`CREATE INDEX "oauth_records_lookup" ON "oauth_records" ("lookup_hash")`);
    await runner.query(`CREATE INDEX "oauth_records_of_user" ON "oauth_records" ("user_id")`);
    await runner.query(`CREATE INDEX "oauth_records_expires" ON "oauth_records" ("expires")`);
    await runner.query(`
      CREATE TABLE "oauth_keys" (
        "id" text NOT NULL,
        "public_key" text NOT NULL,
        "private_key" text NOT NULL,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("id")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "oauth_keys"`);
    await runner.query(`DROP TABLE "oauth_records"`);
  }
}
