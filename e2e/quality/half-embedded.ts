import { readIndexRuns, startIndexRun } from '@lectern/contracts/knowledge-box';
import type { KnowledgeBoxClient } from '../harness/client';
import { until } from '../harness/client';
import { inDatabase } from '../harness/database';
import { seeded } from '@lectern/evaluation';

/** Shares of the resources that are embedded, in the order in which vectors are taken away. */
export const shares = [1, 0.9, 0.75, 0.5, 0.25, 0.1, 0] as const;

const REBUILD_TIMEOUT_MS = 10 * 60_000;
/** Search asks for settings of a box once a second. */
export const SETTINGS_AGE_MS = 1_500;

const markSql = `
  INSERT INTO knowledge_box.unembedded_fields (kbid, rid, letter, id, vectorset, seqid)
  SELECT e.kbid, e.rid, e.letter, e.id, s.id, e.seqid
  FROM knowledge_box.extracted_fields e
  JOIN knowledge_box.vectorsets s ON s.kbid = e.kbid AND s.deleted IS NULL
  WHERE e.kbid = $1 AND NOT EXISTS (
    SELECT FROM knowledge_box.field_vectors v
    WHERE v.kbid = e.kbid AND v.rid = e.rid AND v.letter = e.letter AND v.id = e.id AND v.vectorset = s.id)`;

/** In an order that is the same for the same number of them. */
export function drawn(rids: readonly string[]): readonly string[] {
  const random = seeded(5);
  const places = rids.map((rid) => ({ rid, place: random() }));
  return places.sort((a, b) => a.place - b.place).map(({ rid }) => rid);
}

/** A box some of whose resources are not embedded, as in the middle of a load. */
export class HalfEmbeddedBox {
  constructor(
    private readonly kb: KnowledgeBoxClient,
    private readonly dataDir: string,
    /** The first ones are embedded. */
    private readonly rids: readonly string[],
  ) {}

  /** Leaves vectors of so large a share of the resources, each time of some of those that had them before. */
  async keep(share: number): Promise<void> {
    const gone = this.rids.slice(Math.round(share * this.rids.length));
    const vectorsSql = 'DELETE FROM knowledge_box.field_vectors WHERE kbid = $1 AND rid = ANY($2)';
    await inDatabase(this.dataDir, (database) => database.query(vectorsSql, [this.kb.id, gone]));
    const [kb, params] = [this.kb.id, { work: 'rebuild' }] as const;
    await this.kb.api(startIndexRun, { params, body: { kb, from_empty: true } });
    const isDone = async () => {
      const { knowledge_boxes: boxes } = await this.kb.api(readIndexRuns, { params, query: { kb } });
      return boxes.done === 1 ? true : undefined;
    };
    await until(isDone, 'the indexes are rebuilt', REBUILD_TIMEOUT_MS);
  }

  /** Whether it is known which fields are not embedded; as long as it is not, a missing similarity counts as 0. */
  async setKnown(isKnown: boolean): Promise<void> {
    await inDatabase(this.dataDir, async (database) => {
      await database.query('DELETE FROM knowledge_box.unembedded_fields WHERE kbid = $1', [this.kb.id]);
      if (isKnown) await database.query(markSql, [this.kb.id]);
    });
  }
}
