import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SecondFactor1763700000012 implements MigrationInterface {
  name = 'SecondFactor1763700000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "second_factors" (
        "user_id" uuid NOT NULL,
        "secret" text NOT NULL,
        "created" TIMESTAMP WITH TIME ZONE NOT NULL,
        "confirmed" TIMESTAMP WITH TIME ZONE,
        "last_step" bigint NOT NULL,
        PRIMARY KEY ("user_id"),
        CONSTRAINT "second_factors_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE "recovery_codes" (
        "user_id" uuid NOT NULL,
        "hash" bytea NOT NULL,
        PRIMARY KEY ("user_id", "hash"),
        CONSTRAINT "recovery_codes_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE "sign_in_steps" (
        "hash" bytea NOT NULL,
        "user_id" uuid NOT NULL,
        "challenge_hash" bytea NOT NULL,
        "expires" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("hash"),
        CONSTRAINT "sign_in_steps_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "sign_in_steps_of_user" ON "sign_in_steps" ("user_id")`);
    await runner.query(`CREATE INDEX "sign_in_steps_expires" ON "sign_in_steps" ("expires")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "sign_in_steps"`);
    await runner.query(`DROP TABLE "recovery_codes"`);
    await runner.query(`DROP TABLE "second_factors"`);
  }
}
