import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AssumedRoles1763700000013 implements MigrationInterface {
  name = 'AssumedRoles1763700000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "assumed_roles" (
        "account" uuid NOT NULL,
        "external_id" uuid NOT NULL,
        "role_ref" text,
        PRIMARY KEY ("account")
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "assumed_roles"`);
  }
}
