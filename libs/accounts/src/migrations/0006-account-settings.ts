import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Nullable, so that a process of the version before can still create an account. */
export class AccountSettings1763700000006 implements MigrationInterface {
  name = 'AccountSettings1763700000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "accounts"
        ADD "email" text,
        ADD "default_zone" text,
        ADD "trial_ends" TIMESTAMP WITH TIME ZONE`);
    await runner.query(`
      CREATE TABLE "account_logos" (
        "account_id" uuid NOT NULL,
        "content" bytea NOT NULL,
        "content_type" text NOT NULL,
        PRIMARY KEY ("account_id"),
        CONSTRAINT "account_logos_account" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE "account_invitations" (
        "account_id" uuid NOT NULL,
        "email" text NOT NULL,
        "role" text NOT NULL,
        "token_hash" bytea NOT NULL,
        "expires" TIMESTAMP WITH TIME ZONE NOT NULL,
        "came_from" text,
        PRIMARY KEY ("account_id", "email"),
        CONSTRAINT "account_invitations_account"
          FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE UNIQUE INDEX "account_invitations_token_hash" ON "account_invitations" ("token_hash")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "account_invitations"`);
    await runner.query(`DROP TABLE "account_logos"`);
    await runner.query(`ALTER TABLE "accounts" DROP "trial_ends", DROP "default_zone", DROP "email"`);
  }
}
