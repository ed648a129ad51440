import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts and zones are no foreign keys: both may be gone before the zone has done its part. */
export class FormerMembers1763700000016 implements MigrationInterface {
  name = 'FormerMembers1763700000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "former_members" (
        "user_id" uuid NOT NULL,
        "account_id" uuid NOT NULL,
        "zone" text NOT NULL,
        PRIMARY KEY ("user_id", "account_id", "zone"),
        CONSTRAINT "former_members_user" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX "former_members_of_account" ON "former_members" ("account_id", "zone")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "former_members"`);
  }
}
