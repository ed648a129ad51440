import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Several vectorsets per box: their fill progress, their deletion and their missing fields. Removes vectorsets that
 * earlier versions created beside the oldest one but never searched.
 */
export class Vectorsets1763700000015 implements MigrationInterface {
  name = 'Vectorsets1763700000015';

  async up(runner: QueryRunner): Promise<void> {
    const isNotOldest = (row: string, id: string) => `EXISTS (
      SELECT FROM "vectorsets" o WHERE o."kbid" = ${row}."kbid" AND (o."created", o."id") < (
        SELECT s."created", s."id" FROM "vectorsets" s WHERE s."kbid" = ${row}."kbid" AND s."id" = ${row}."${id}"))`;
    await runner.query(`DELETE FROM "field_vectors" v WHERE ${isNotOldest('v', 'vectorset')}`);
    await runner.query(`DELETE FROM "vectorsets" v WHERE ${isNotOldest('v', 'id')}`);
    await runner.query(`ALTER TABLE "vectorsets" ADD "fill_cursor" text`);
    await runner.query(`ALTER TABLE "vectorsets" ADD "deleted" TIMESTAMP(6) WITH TIME ZONE`);
    await runner.query(`ALTER TABLE "unembedded_fields" ADD "vectorset" text NOT NULL DEFAULT ''`);
    await runner.query(`ALTER TABLE "unembedded_fields" ALTER COLUMN "vectorset" DROP DEFAULT`);
    await runner.query(`
      UPDATE "unembedded_fields" u SET "vectorset" = d."id"
      FROM "vectorsets" d WHERE d."kbid" = u."kbid"`);
    await runner.query(`ALTER TABLE "unembedded_fields" DROP CONSTRAINT "unembedded_fields_pkey"`);
    await runner.query(`
      ALTER TABLE "unembedded_fields" ADD PRIMARY KEY ("kbid", "rid", "letter", "id", "vectorset")`);
    await runner.query(`
      CREATE INDEX "unembedded_fields_vectorset" ON "unembedded_fields" ("kbid", "vectorset", "rid")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "unembedded_fields_vectorset"`);
    await runner.query(`
      DELETE FROM "unembedded_fields" u USING "unembedded_fields" other
      WHERE u."kbid" = other."kbid" AND u."rid" = other."rid" AND u."letter" = other."letter" AND u."id" = other."id"
        AND u."vectorset" > other."vectorset"`);
    await runner.query(`ALTER TABLE "unembedded_fields" DROP CONSTRAINT "unembedded_fields_pkey"`);
    await runner.query(`ALTER TABLE "unembedded_fields" ADD PRIMARY KEY ("kbid", "rid", "letter", "id")`);
    await runner.query(`ALTER TABLE "unembedded_fields" DROP "vectorset"`);
    await runner.query(`ALTER TABLE "vectorsets" DROP "deleted"`);
    await runner.query(`ALTER TABLE "vectorsets" DROP "fill_cursor"`);
  }
}
