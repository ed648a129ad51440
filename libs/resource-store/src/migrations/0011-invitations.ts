import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Invitations1763700000011 implements MigrationInterface {
  name = 'Invitations1763700000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "kb_invitations" (
        "kbid" uuid NOT NULL,
        "email" text NOT NULL,
        "role" text NOT NULL,
        "token_hash" bytea NOT NULL,
        "expires" TIMESTAMP WITH TIME ZONE NOT NULL,
        PRIMARY KEY ("kbid", "email"),
        CONSTRAINT "kb_invitations_box" FOREIGN KEY ("kbid") REFERENCES "knowledge_boxes" ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE UNIQUE INDEX "kb_invitations_token_hash" ON "kb_invitations" ("token_hash")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "kb_invitations"`);
  }
}
