import type { MigrationInterface, QueryRunner } from 'typeorm';

export class BrowserSessions1763700000018 implements MigrationInterface {
  name = 'BrowserSessions1763700000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "personal_tokens" ADD "browser_hash" bytea`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The version before would not end them with the sign-in of their browser.
    await runner.query(`DELETE FROM "personal_tokens" WHERE "browser_hash" IS NOT NULL`);
    await runner.query(`ALTER TABLE "personal_tokens" DROP "browser_hash"`);
  }
}
