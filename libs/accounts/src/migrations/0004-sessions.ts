import type { MigrationInterface, QueryRunner } from 'typeorm';

/** With a default, so that a process of the version before can still create a token. */
export class Sessions1763700000004 implements MigrationInterface {
  name = 'Sessions1763700000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "personal_tokens"
        ADD "is_session" boolean NOT NULL DEFAULT false,
        ADD "opened_by" uuid,
        ADD CONSTRAINT "personal_tokens_opened_by"
          FOREIGN KEY ("opened_by") REFERENCES "personal_tokens" ("id") ON DELETE CASCADE`);
    await runner.query(`CREATE INDEX "personal_tokens_of_opener" ON "personal_tokens" ("opened_by")`);
    await runner.query(`
      CREATE TABLE "sign_in_codes" (
        "user_id" uuid NOT NULL,
        "hash" bytea NOT NULL,
        "expires" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("user_id"),
        CONSTRAINT "sign_in_codes_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE UNIQUE INDEX "sign_in_codes_hash" ON "sign_in_codes" ("hash")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "sign_in_codes"`);
    // The version before would take them for tokens that any header may carry.
    await runner.query(`DELETE FROM "personal_tokens" WHERE "is_session"`);
    await runner.query(`ALTER TABLE "personal_tokens" DROP "opened_by", DROP "is_session"`);
  }
}
