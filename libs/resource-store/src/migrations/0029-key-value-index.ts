import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes key-value fields by value, and by schema for conditions that only an order can answer. */
export class KeyValueIndex1763700000029 implements MigrationInterface {
  name = 'KeyValueIndex1763700000029';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX "fields_key_values" ON "fields" USING gin (("value" -> 'data') jsonb_path_ops) WHERE "letter" = 'k'`);
    await runner.query(`CREATE INDEX "fields_schema" ON "fields" ("kbid", "id", "rid") WHERE "letter" = 'k'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "fields_schema"`);
    await runner.query(`DROP INDEX "fields_key_values"`);
  }
}
