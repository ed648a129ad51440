import { AppError } from '@lectern/contracts/core';
import { prepared, columnsSql } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { FieldVectorsEntity } from '../field/field.entity';
import { VectorsetEntity } from './vectorset.entity';

/** A model for which a box is to be embedded. */
export interface NewVectorset {
  readonly id: string;
  readonly dimensions: number;
}

/** Identifies a vectorset of a box. */
type VectorsetKey = Pick<VectorsetEntity, 'kbid' | 'id'>;

/**
 * Vectorsets added at the same instant still get distinct creation times, because the oldest one is the default. A box
 * that is being deleted gets none, because its purge would not remove a later row.
 */
const INSERT_SQL = `
  WITH box AS (SELECT FROM knowledge_boxes WHERE id = $1 FOR KEY SHARE),
    newest AS (SELECT max(created) AS created FROM vectorsets WHERE kbid = $1)
  INSERT INTO vectorsets (kbid, id, dimensions, created, fill_cursor)
  SELECT $1::uuid, $2, $3, greatest(clock_timestamp(), newest.created + interval '1 microsecond'), $4
  FROM box, newest
  ON CONFLICT DO NOTHING`;

/** The learning configuration lists the existing vectorsets; if the default was deleted, the oldest one replaces it. */
const NOTE_MODELS_SQL = `
  UPDATE knowledge_boxes SET learning_configuration =
    CASE WHEN learning_configuration ->> 'default_semantic_model' = ANY(m.ids)
      THEN coalesce(learning_configuration, '{}') ELSE coalesce(learning_configuration, '{}') - 'default_semantic_model'
    END || jsonb_build_object('semantic_models', to_jsonb(m.ids))
  FROM (SELECT array_agg(id ORDER BY created, id) AS ids FROM vectorsets WHERE kbid = $1 AND deleted IS NULL) AS m
  WHERE knowledge_boxes.id = $1`;

const PROMOTE_SQL = `
  UPDATE vectorsets SET created = o.created - interval '1 microsecond'
  FROM (SELECT min(created) AS created FROM vectorsets WHERE kbid = $1 AND id <> $2) AS o
  WHERE kbid = $1 AND id = $2 AND vectorsets.created > o.created`;

/** A box that names its default model names this one from now on. */
const DEFAULT_MODEL_SQL = `
  UPDATE knowledge_boxes
  SET learning_configuration = jsonb_set(learning_configuration, '{default_semantic_model}', to_jsonb($2::text))
  WHERE id = $1 AND learning_configuration ? 'default_semantic_model'`;

/** Content missing from vectorset $2 of box $1 is marked as missing from any future vectorset of the box. */
const FORGET_VECTORSET_SQL = `
  UPDATE unembedded_fields u SET vectorset = '' WHERE kbid = $1 AND vectorset = $2 AND NOT EXISTS (
    SELECT FROM unembedded_fields o
    WHERE o.kbid = u.kbid AND o.rid = u.rid AND o.letter = u.letter AND o.id = u.id AND o.vectorset = '')`;

/** A box whose vectorset is being deleted no longer needs its model. */
const COUNT_BOXES_SQL = `
  SELECT id, count(*)::integer AS boxes FROM vectorsets WHERE deleted IS NULL GROUP BY id ORDER BY id LIMIT $1`;

const LIST_MODELS_SQL = `
  SELECT DISTINCT ON (id) id, kbid FROM vectorsets WHERE deleted IS NULL ORDER BY id, created LIMIT $1`;

/** Limited to a number of resources, because a box has few languages and the first resources suffice. */
const COUNT_LANGUAGES_SQL = `
  SELECT language, count(*)::integer AS resources
  FROM (SELECT language FROM resources WHERE kbid = $1 AND language <> '' LIMIT $2) AS r GROUP BY language`;

@Injectable()
export class VectorsetRepository {
  /** Number of boxes with a vectorset of each model, by model, for at most `modelsMax` models. */
  async countBoxes(modelsMax: number, tx: EntityManager): Promise<ReadonlyMap<string, number>> {
    const rows: { id: string; boxes: number }[] = await tx.query(COUNT_BOXES_SQL, [modelsMax]);
    return new Map(rows.map(({ id, boxes }) => [id, boxes]));
  }

  /** At most `modelsMax` models that have a vectorset, each with the first box that has one. */
  async listModels(modelsMax: number, tx: EntityManager): Promise<readonly VectorsetKey[]> {
    return tx.query(LIST_MODELS_SQL, [modelsMax]);
  }

  /** Oldest first, without those being deleted. */
  async list(kbid: string, tx: EntityManager): Promise<VectorsetEntity[]> {
    return tx.find(VectorsetEntity, { where: { kbid, deleted: IsNull() }, order: { created: 'ASC', id: 'ASC' } });
  }

  /** The same for several boxes, by box. */
  async listMany(kbids: readonly string[], tx: EntityManager): Promise<ReadonlyMap<string, VectorsetEntity[]>> {
    const sql = `SELECT ${columnsSql(tx.connection, VectorsetEntity).selected('v')} FROM vectorsets v
      WHERE v.kbid = ANY($1) AND v.deleted IS NULL ORDER BY v.created, v.id`;
    const rows: VectorsetEntity[] = await tx.query(prepared(sql), [kbids]);
    return Map.groupBy(rows, ({ kbid }) => kbid);
  }

  /** Makes it the oldest one, which is the default. */
  async promote({ kbid, id }: VectorsetKey, tx: EntityManager): Promise<void> {
    await tx.query(PROMOTE_SQL, [kbid, id]);
    await tx.query(DEFAULT_MODEL_SQL, [kbid, id]);
  }

  /** Includes vectorsets being deleted. */
  async find({ kbid, id }: VectorsetKey, tx: EntityManager): Promise<VectorsetEntity | undefined> {
    return (await tx.findOneBy(VectorsetEntity, { kbid, id })) ?? undefined;
  }

  /** The same with a lock, which waits for transactions that store vectors in it. */
  async lock({ kbid, id }: VectorsetKey, tx: EntityManager): Promise<VectorsetEntity | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await tx.findOne(VectorsetEntity, { where: { kbid, id }, lock })) ?? undefined;
  }

  /** The vectorset for requests that name none. */
  async default(kbid: string, tx: EntityManager): Promise<VectorsetEntity | undefined> {
    return (await this.list(kbid, tx))[0];
  }

  /** Registers the vectorset if it is unknown. */
  async ensure(kbid: string, { id, dimensions }: NewVectorset, tx: EntityManager): Promise<void> {
    await insertVectorsets(kbid, [{ id, dimensions }], tx);
  }

  /** Adds a vectorset that is to be filled with the existing content. */
  async add(kbid: string, { id, dimensions }: NewVectorset, tx: EntityManager): Promise<void> {
    await tx.query(INSERT_SQL, [kbid, id, dimensions, '']);
  }

  /** Whether it contains any vectors. */
  async hasVectors({ kbid, id }: VectorsetKey, tx: EntityManager): Promise<boolean> {
    return tx.existsBy(FieldVectorsEntity, { kbid, vectorset: id });
  }

  /** Hides the vectorset immediately; its contents are removed later. */
  async markDeleted({ kbid, id }: VectorsetKey, tx: EntityManager): Promise<void> {
    await tx.update(VectorsetEntity, { kbid, id }, { deleted: new Date() });
  }

  async delete({ kbid, id }: VectorsetKey, tx: EntityManager): Promise<void> {
    await tx.delete(VectorsetEntity, { kbid, id });
  }

  /** Replaces a vectorset that has no vectors with another. */
  async replace({ kbid, id }: VectorsetKey, other: NewVectorset, tx: EntityManager): Promise<void> {
    await this.delete({ kbid, id }, tx);
    await tx.query(FORGET_VECTORSET_SQL, [kbid, id]);
    await this.ensure(kbid, other, tx);
  }

  /** Locks the vectorsets of a box against changes until the transaction ends. @throws AppError `not_found` */
  async lockBox(kbid: string, tx: EntityManager): Promise<void> {
    if (!(await this.tryLockBox(kbid, tx))) throw new AppError('not_found', 'Knowledge Box does not exist');
  }

  /** The same. @returns whether the box exists */
  async tryLockBox(kbid: string, tx: EntityManager): Promise<boolean> {
    const found: unknown[] = await tx.query('SELECT id FROM knowledge_boxes WHERE id = $1 FOR NO KEY UPDATE', [kbid]);
    return found.length > 0;
  }

  /** Updates the learning configuration of the box to list its vectorsets. */
  async noteModels(kbid: string, tx: EntityManager): Promise<void> {
    await tx.query(NOTE_MODELS_SQL, [kbid]);
  }

  /** Whether the models of a box were never chosen, neither at its creation nor by adding or deleting one. */
  async isUnchosen(kbid: string, tx: EntityManager): Promise<boolean> {
    const found: unknown[] = await tx.query(
      `SELECT FROM knowledge_boxes WHERE id = $1 AND learning_configuration -> 'semantic_models' IS NULL`,
      [kbid],
    );
    return found.length > 0;
  }

  /** Resources of a box per known language; at most `resourcesMax` resources. */
  async countLanguages(kbid: string, resourcesMax: number, tx: EntityManager): Promise<ReadonlyMap<string, number>> {
    const rows: { language: string; resources: number }[] = await tx.query(COUNT_LANGUAGES_SQL, [kbid, resourcesMax]);
    return new Map(rows.map(({ language, resources }) => [language, resources]));
  }

  /** Records the fill progress. */
  async setFillCursor({ kbid, id }: VectorsetKey, fillCursor: string | null, tx: EntityManager): Promise<void> {
    await tx.update(VectorsetEntity, { kbid, id }, { fillCursor });
  }
}

/** Inserts vectorsets that need no filling; the first becomes the oldest. */
export async function insertVectorsets(
  kbid: string,
  vectorsets: readonly NewVectorset[],
  tx: EntityManager,
): Promise<void> {
  for (const { id, dimensions } of vectorsets) await tx.query(INSERT_SQL, [kbid, id, dimensions, null]);
}
