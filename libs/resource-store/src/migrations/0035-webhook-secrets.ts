import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Separate secrets for signing webhook requests. */
export class WebhookSecrets1763700000035 implements MigrationInterface {
  name = 'WebhookSecrets1763700000035';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "nua_clients" ADD "sealed_webhook_secret" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "nua_clients" DROP COLUMN "sealed_webhook_secret"`);
  }
}
