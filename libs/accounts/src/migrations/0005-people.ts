import type { MigrationInterface, QueryRunner } from 'typeorm';

export class People1763700000005 implements MigrationInterface {
  name = 'People1763700000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "user_passwords" (
        "user_id" uuid NOT NULL,
        "hash" text NOT NULL,
        "changed" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("user_id"),
        CONSTRAINT "user_passwords_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE "guesses" (
        "subject" text NOT NULL,
        "count" integer NOT NULL,
        "ends" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("subject")
      )`);
    await runner.query(`CREATE INDEX "guesses_ends" ON "guesses" ("ends")`);
    await runner.query(`
      CREATE TABLE "mail_tokens" (
        "hash" bytea NOT NULL,
        "kind" text NOT NULL,
        "email" text NOT NULL,
        "user_id" uuid,
        "payload" jsonb NOT NULL,
        "expires" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("hash"),
        CONSTRAINT "mail_tokens_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "mail_tokens_of_user" ON "mail_tokens" ("user_id")`);
    await runner.query(`CREATE INDEX "mail_tokens_expires" ON "mail_tokens" ("expires")`);
    await runner.query(`
      CREATE TABLE "email_codes" (
        "user_id" uuid NOT NULL,
        "hash" bytea NOT NULL,
        "attempts" integer NOT NULL,
        "expires" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("user_id"),
        CONSTRAINT "email_codes_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE "inquiries" (
        "user_id" uuid NOT NULL,
        "answers" jsonb NOT NULL,
        "answered" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("user_id"),
        CONSTRAINT "inquiries_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['inquiries', 'email_codes', 'mail_tokens', 'guesses', 'user_passwords'])
      await runner.query(`DROP TABLE "${table}"`);
  }
}
