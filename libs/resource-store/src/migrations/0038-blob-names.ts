import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for finding out whether a row refers to a file. */
export class BlobNames1763700000038 implements MigrationInterface {
  name = 'BlobNames1763700000038';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "fields_blob" ON "fields" ("blob_key") WHERE "blob_key" IS NOT NULL`);
    await runner.query(`CREATE INDEX "tus_parts_blob" ON "tus_parts" ("blob_key")`);
    await runner.query(
      `CREATE INDEX "conversation_messages_blobs" ON "conversation_messages" ("kbid") WHERE "blob_keys" <> '{}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "conversation_messages_blobs"`);
    await runner.query(`DROP INDEX "tus_parts_blob"`);
    await runner.query(`DROP INDEX "fields_blob"`);
  }
}
