import type { MigrationInterface, QueryRunner } from 'typeorm';
import { fillGraph } from '../graph/graph-filling';

/** The edges of the knowledge graph, including those of all stored data. */
export class Graph1763700000020 implements MigrationInterface {
  name = 'Graph1763700000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "graph_edges" (
        "kbid" uuid NOT NULL,
        "rid" text NOT NULL,
        "letter" text NOT NULL,
        "id" text NOT NULL,
        "number" integer NOT NULL,
        "seqid" bigint NOT NULL,
        "source_type" text NOT NULL,
        "source_group" text NOT NULL,
        "source_value" text NOT NULL,
        "source_folded" text COLLATE "C",
        "relation" text NOT NULL,
        "label" text NOT NULL,
        "target_type" text NOT NULL,
        "target_group" text NOT NULL,
        "target_value" text NOT NULL,
        "target_folded" text COLLATE "C" NOT NULL,
        "provenance" text NOT NULL,
        "task_id" text NOT NULL,
        "place" jsonb,
        PRIMARY KEY ("kbid", "rid", "letter", "id", "number")
      )`);
    await fillGraph(runner.manager);
    await runner.query(`CREATE INDEX "graph_edges_source" ON "graph_edges" ("kbid", "source_type", "source_folded")
        WHERE "source_folded" IS NOT NULL`);
    await runner.query(`CREATE INDEX "graph_edges_target" ON "graph_edges" ("kbid", "target_type", "target_folded")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "graph_edges"`);
  }
}
