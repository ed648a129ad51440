import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AgentFiles1764400000003 implements MigrationInterface {
  name = 'AgentFiles1764400000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "files" (
        "agent" uuid NOT NULL,
        "id" uuid NOT NULL,
        "content" jsonb NOT NULL,
        "token_hash" text,
        "sealed" text,
        "email" text,
        "requested_at" timestamptz(3) NOT NULL,
        "expires_at" timestamptz(3) NOT NULL,
        "forgotten_at" timestamptz(3) NOT NULL,
        "size_bytes" bigint,
        "error" text,
        "is_removed" boolean NOT NULL,
        PRIMARY KEY ("agent", "id")
      )`);
    await runner.query(`CREATE INDEX "files_expiry" ON "files" ("is_removed", "expires_at")`);
    await runner.query(`CREATE INDEX "files_forgotten" ON "files" ("forgotten_at")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "files"`);
  }
}
