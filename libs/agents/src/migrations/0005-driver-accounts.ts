import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DriverAccounts1764400000005 implements MigrationInterface {
  name = 'DriverAccounts1764400000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "driver_accounts" (
        "agent" uuid NOT NULL,
        "driver" uuid NOT NULL,
        "user" text NOT NULL,
        "sealed" text NOT NULL,
        "changed" timestamptz(3) NOT NULL,
        PRIMARY KEY ("agent", "driver", "user")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "driver_accounts"`);
  }
}
