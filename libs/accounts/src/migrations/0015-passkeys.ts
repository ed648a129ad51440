import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Passkeys1763700000015 implements MigrationInterface {
  name = 'Passkeys1763700000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "passkeys" (
        "id" uuid NOT NULL,
        "user_id" uuid NOT NULL,
        "credential_id" text NOT NULL,
        "public_key" bytea NOT NULL,
        "counter" bigint NOT NULL,
        "transports" jsonb NOT NULL,
        "name" text NOT NULL,
        "is_synced" boolean NOT NULL,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        "last_used" TIMESTAMP WITH TIME ZONE,
        PRIMARY KEY ("id"),
        CONSTRAINT "passkeys_credential" UNIQUE ("credential_id"),
        CONSTRAINT "passkeys_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "passkeys_of_user" ON "passkeys" ("user_id")`);
    await runner.query(`
      CREATE TABLE "used_challenges" (
        "hash" bytea NOT NULL,
        "expires" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("hash")
      )`);
    await runner.query(`CREATE INDEX "used_challenges_expires" ON "used_challenges" ("expires")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "used_challenges"`);
    await runner.query(`DROP TABLE "passkeys"`);
  }
}
