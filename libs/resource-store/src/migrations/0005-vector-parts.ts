import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Vectors in parts of 64 paragraphs, and the fields with missing vectors. */
export class VectorParts1763700000005 implements MigrationInterface {
  name = 'VectorParts1763700000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "field_vectors" ADD "part" integer NOT NULL DEFAULT 0`);
    await runner.query(`ALTER TABLE "field_vectors" ALTER COLUMN "part" DROP DEFAULT`);
    await runner.query(`ALTER TABLE "field_vectors" DROP CONSTRAINT "field_vectors_pkey"`);
    await runner.query(`
      INSERT INTO "field_vectors" ("kbid", "rid", "letter", "id", "vectorset", "part", "seqid", "vectors")
      SELECT f."kbid", f."rid", f."letter", f."id", f."vectorset", number, f."seqid",
        substring(f."vectors" FROM number * 64 * 4 * v."dimensions" + 1 FOR 64 * 4 * v."dimensions")
      FROM "field_vectors" f
      JOIN "vectorsets" v ON v."kbid" = f."kbid" AND v."id" = f."vectorset"
      CROSS JOIN generate_series(1, (octet_length(f."vectors") - 1) / (64 * 4 * v."dimensions")) AS number`);
    await runner.query(`
      UPDATE "field_vectors" f SET "vectors" = substring(f."vectors" FOR 64 * 4 * v."dimensions")
      FROM "vectorsets" v
      WHERE v."kbid" = f."kbid" AND v."id" = f."vectorset" AND octet_length(f."vectors") > 64 * 4 * v."dimensions"`);
    await runner.query(`
      ALTER TABLE "field_vectors" ADD PRIMARY KEY ("kbid", "rid", "letter", "id", "vectorset", "part")`);
    await runner.query(`
      CREATE TABLE "unembedded_fields" (
        "kbid" uuid NOT NULL,
        "rid" text NOT NULL,
        "letter" text NOT NULL,
        "id" text NOT NULL,
        "seqid" bigint NOT NULL,
        PRIMARY KEY ("kbid", "rid", "letter", "id")
      )`);
    await runner.query(`
      INSERT INTO "unembedded_fields"
      SELECT e."kbid", e."rid", e."letter", e."id", e."seqid" FROM "extracted_fields" e
      WHERE e."paragraphs" <> '[]' AND NOT EXISTS (
        SELECT FROM "field_vectors" f
        WHERE f."kbid" = e."kbid" AND f."rid" = e."rid" AND f."letter" = e."letter" AND f."id" = e."id"
          AND f."seqid" = e."seqid" AND f."vectorset" = (
            SELECT v."id" FROM "vectorsets" v WHERE v."kbid" = e."kbid" ORDER BY v."created" LIMIT 1))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "unembedded_fields"`);
    await runner.query(`ALTER TABLE "field_vectors" DROP CONSTRAINT "field_vectors_pkey"`);
    await runner.query(`
      UPDATE "field_vectors" f SET "vectors" = (
        SELECT string_agg(p."vectors", '' ORDER BY p."part") FROM "field_vectors" p
        WHERE p."kbid" = f."kbid" AND p."rid" = f."rid" AND p."letter" = f."letter" AND p."id" = f."id"
          AND p."vectorset" = f."vectorset")
      WHERE f."part" = 0`);
    await runner.query(`DELETE FROM "field_vectors" WHERE "part" > 0`);
    await runner.query(`ALTER TABLE "field_vectors" DROP "part"`);
    await runner.query(`
      ALTER TABLE "field_vectors" ADD PRIMARY KEY ("kbid", "rid", "letter", "id", "vectorset")`);
  }
}
