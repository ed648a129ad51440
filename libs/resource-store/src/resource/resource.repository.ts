import { AppError, isVisible, unrestricted, type Visibility } from '@lectern/contracts/core';
import {
  AUGMENTED_RESOURCES_MAX,
  type AugmentedQuery,
  type EntityRename,
  type ResourceReference,
} from '@lectern/contracts/knowledge-box';
import { isUniqueViolation, postgresJson, prepared, columnsSql } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { Any, type EntityManager } from 'typeorm';
import type { ChangeNote } from '../change/change-log.repository';
import { edgesOfResource } from '../graph/derived-edges';
import { foldedValue } from '../graph/folded-value';
import { replaceResourceEdges } from '../graph/graph-edge-writes';
import type { SealedField } from '../field/new-fields';
import { withCatalogColumns } from './resource-columns';
import { listNewTexts, type NewTexts, storeNewTexts, type TextsNote, type UnderstoodTexts } from './new-texts';
import {
  type ChangeWork,
  COUNT_AUGMENTED_SQL,
  insertResourceSql,
  LIST_AUGMENTED_SQL,
  RAISE_VERSIONS_SQL,
  updateResourcesSql,
} from './resource-statements.sql';
import { ResourceEntity } from './resource.entity';

/** A resource identified by id or slug. */
export interface ResourceLocation {
  readonly kbid: string;
  readonly rid?: string;
  readonly rslug?: string;
}

/** Data stored together with changed resources. */
export interface ResourceUpdate {
  readonly note: ChangeNote;
  readonly work: ChangeWork;
  /** Ids of the resources that need the work. */
  readonly lacking: Readonly<Record<keyof ChangeWork, readonly string[]>>;
}

@Injectable()
export class ResourceRepository {
  /**
   * Stores a resource with its fields, its edges, its row of the change log, and the results of `also`, in one
   * statement.
   *
   * @param also SQL of a select list that is evaluated with the insertion
   * @returns its number in the processing queue; undefined if nothing needs processing
   * @throws AppError `conflict` when the slug is taken, `not_found` when the knowledge box does not exist
   */
  async insert(
    resource: ResourceEntity,
    fields: readonly SealedField[],
    { also, by, tx }: { also: string; by: string; tx: EntityManager },
  ): Promise<number | undefined> {
    const edges = postgresJson(edgesOfResource(resource));
    const parameters = [postgresJson(withCatalogColumns(resource)), postgresJson(fields), by, edges];
    const [row]: { seqid: string | null }[] = await tx
      .query(prepared(insertResourceSql(columnsSql(tx.connection, ResourceEntity), also)), parameters)
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? slugTaken(resource, error) : error;
      });
    if (!row) throw new AppError('not_found', 'Knowledge Box not found');
    return row.seqid === null ? undefined : Number(row.seqid);
  }

  /**
   * Inserts the row alone; `update` in the same transaction writes the log and adds the work.
   *
   * @throws AppError `not_found` when the box does not exist, `conflict` when the slug is taken
   */
  async insertRow(resource: ResourceEntity, tx: EntityManager): Promise<void> {
    const boxes: unknown[] = await tx.query('SELECT FROM knowledge_boxes WHERE id = $1 FOR KEY SHARE', [resource.kbid]);
    if (boxes.length === 0) throw new AppError('not_found', 'Knowledge Box not found');
    const row: object = withCatalogColumns(resource); // TypeORM's type of a partial row does not support free-form JSON
    await tx.insert(ResourceEntity, row).catch((error: unknown) => {
      throw isUniqueViolation(error) ? slugTaken(resource, error) : error;
    });
  }

  /**
   * Replaces resources, which must be locked, with their edges and rows of the change log, and adds the work for the
   * change.
   *
   * @throws AppError `conflict` when a slug is taken
   */
  async update(resources: readonly ResourceEntity[], { note, work, lacking }: ResourceUpdate, tx: EntityManager) {
    if (resources.length === 0) return;
    // Processing does not change the data from which edges of resources are derived; its results have their own edges.
    if (note.kind !== 'processed') await replaceResourceEdges(resources, tx);
    const sql = prepared(updateResourcesSql(columnsSql(tx.connection, ResourceEntity), work));
    const rows = resources.map(withCatalogColumns);
    const parameters = [postgresJson(rows), note.kind, note.by, note.at, lacking.metadata, lacking.content];
    await tx.query(sql, parameters).catch((error: unknown) => {
      const slugs = resources.map(({ slug }) => slug).join(', ');
      throw isUniqueViolation(error)
        ? new AppError('conflict', `Slug already exists: ${slugs}`, {}, { cause: error })
        : error;
    });
  }

  /** In the order of the references; undefined if the resource was deleted. */
  async listNewTexts(
    references: readonly ResourceReference[],
    bytesMax: number,
    tx: EntityManager,
  ): Promise<(NewTexts | undefined)[]> {
    return listNewTexts(references, bytesMax, tx);
  }

  /**
   * Stores the results of new resources in one statement.
   *
   * @returns resources that have not changed since they were read; the others are not stored
   */
  async storeNewTexts(
    understood: readonly UnderstoodTexts[],
    note: TextsNote,
    tx: EntityManager,
  ): Promise<readonly ResourceReference[]> {
    return storeNewTexts(understood, note, tx);
  }

  /** Makes the next indexing put the resources as a whole into the keyword index. */
  async forgetIndexed(kbid: string, rids: readonly string[], tx: EntityManager): Promise<void> {
    await tx.update(ResourceEntity, { kbid, id: Any([...rids]) }, { indexedVersion: null });
  }

  /** Raises versions above those in an index, where these are higher. */
  async raiseVersions(
    kbid: string,
    held: readonly { readonly rid: string; readonly version: number }[],
    tx: EntityManager,
  ): Promise<void> {
    await tx.query(RAISE_VERSIONS_SQL, [kbid, held.map(({ rid }) => rid), held.map(({ version }) => version)]);
  }

  /** @throws AppError `not_found`, also when the resource is not visible */
  async get(
    { kbid, rid, rslug }: ResourceLocation,
    tx: EntityManager,
    visibility: Visibility = unrestricted,
  ): Promise<ResourceEntity> {
    const where = rid === undefined ? { kbid, slug: rslug ?? '' } : { kbid, id: rid };
    const resource = found((await tx.findOneBy(ResourceEntity, where)) ?? undefined);
    return found(isVisibleTo(resource, visibility) ? resource : undefined);
  }

  /** The same, locking the resource until the transaction ends. @throws AppError `not_found` */
  async lock({ kbid, rid, rslug }: ResourceLocation, tx: EntityManager): Promise<ResourceEntity> {
    const where = rid === undefined ? { kbid, slug: rslug ?? '' } : { kbid, id: rid };
    return found((await tx.findOne(ResourceEntity, { where, lock: { mode: 'pessimistic_write' } })) ?? undefined);
  }

  /** Existing resources, locked until the transaction ends; in a fixed order, to prevent deadlocks. */
  async lockMany(references: readonly ResourceReference[], tx: EntityManager): Promise<ResourceEntity[]> {
    return tx
      .createQueryBuilder(ResourceEntity, 'resource')
      .where(BY_REFERENCE, byReference(references))
      .orderBy('resource.kbid')
      .addOrderBy('resource.id')
      .setLock('pessimistic_write')
      .getMany();
  }

  /** Versions of existing resources by `{kbid}/{rid}`. */
  async versions(references: readonly ResourceReference[], tx: EntityManager): Promise<ReadonlyMap<string, number>> {
    const rows = await tx
      .createQueryBuilder(ResourceEntity, 'resource')
      .select(['resource.kbid', 'resource.id', 'resource.version'])
      .where(BY_REFERENCE, byReference(references))
      .getMany();
    return new Map(rows.map(({ kbid, id, version }) => [`${kbid}/${id}`, version]));
  }

  /** One parameter for all ids, so that the statement text does not depend on their number. */
  async findMany(kbid: string, ids: readonly string[], tx: EntityManager): Promise<ResourceEntity[]> {
    if (ids.length === 0) return [];
    const selected = columnsSql(tx.connection, ResourceEntity).selected('r');
    return tx.query(prepared(`SELECT ${selected} FROM resources r WHERE r.kbid = $1 AND r.id = ANY($2)`), [kbid, ids]);
  }

  /** Ids of existing and visible resources, without reading the rest of the rows. */
  async listVisible(
    { kbid, rids }: { readonly kbid: string; readonly rids: readonly string[] },
    visibility: Visibility,
    tx: EntityManager,
  ): Promise<string[]> {
    const rows = await tx.find(ResourceEntity, {
      where: { kbid, id: Any([...rids]) },
      select: { kbid: true, id: true, accessGroups: true, hidden: true },
    });
    return rows.filter((row) => isVisibleTo(row, visibility)).map(({ id }) => id);
  }

  /** Ids of visible resources after `after`, in order. */
  async listIdsAfter(
    kbid: string,
    { after, limit, visibility }: { readonly after: string; readonly limit: number; readonly visibility: Visibility },
    tx: EntityManager,
  ): Promise<string[]> {
    const rows = await tx
      .createQueryBuilder(ResourceEntity, 'resource')
      .select('resource.id', 'id')
      .where('resource.kbid = :kbid AND resource.id > :after', { kbid, after })
      .andWhere(visibleSql('resource', visibility, ':groups'), { groups: visibility.groups })
      .orderBy('resource.id')
      .limit(limit)
      .getRawMany<{ id: string }>();
    return rows.map(({ id }) => id);
  }

  /** Ids after `after`, in order, of the resources that a query asks for. */
  async listAugmented({ after, limit, ...query }: AugmentedQuery, tx: EntityManager): Promise<string[]> {
    const rows: { readonly id: string }[] = await tx.query(LIST_AUGMENTED_SQL, [
      ...augmentedParameters(query),
      after,
      Math.min(limit, AUGMENTED_RESOURCES_MAX),
    ]);
    return rows.map(({ id }) => id);
  }

  /** Number of all of them. */
  async countAugmented(query: Omit<AugmentedQuery, 'after' | 'limit'>, tx: EntityManager): Promise<number> {
    const [row]: { readonly count: number }[] = await tx.query(COUNT_AUGMENTED_SQL, augmentedParameters(query));
    return row?.count ?? 0;
  }

  /** References to pending resources of all boxes, ordered by box and id, after `after`. */
  async listPending(after: ResourceReference, limit: number, tx: EntityManager): Promise<ResourceReference[]> {
    return tx
      .createQueryBuilder(ResourceEntity, 'resource')
      .select(['resource.kbid AS kbid', 'resource.id AS rid'])
      .where(`resource.status = 'PENDING' AND (resource.kbid, resource.id) > (:kbid, :rid)`, { ...after })
      .orderBy('resource.kbid')
      .addOrderBy('resource.id')
      .limit(limit)
      .getRawMany<ResourceReference>();
  }

  /** By id, for existing resources. */
  async statuses(
    kbid: string,
    rids: readonly string[],
    tx: EntityManager,
  ): Promise<ReadonlyMap<string, ResourceEntity['status']>> {
    if (rids.length === 0) return new Map();
    const rows = await tx.find(ResourceEntity, {
      select: { id: true, status: true },
      where: { kbid, id: Any([...rids]) },
    });
    return new Map(rows.map(({ id, status }) => [id, status]));
  }

  async findManyBySlug(kbid: string, slugs: readonly string[], tx: EntityManager): Promise<ResourceEntity[]> {
    return slugs.length === 0 ? [] : tx.findBy(ResourceEntity, { kbid, slug: Any([...slugs]) });
  }

  /** By the given ids or slugs. */
  async findManyNamed(
    kbid: string,
    names: readonly string[],
    tx: EntityManager,
  ): Promise<ReadonlyMap<string, ResourceEntity>> {
    const byId = new Map((await this.findMany(kbid, names, tx)).map((resource) => [resource.id, resource]));
    const rest = names.filter((name) => !byId.has(name));
    const bySlug = await this.findManyBySlug(kbid, rest, tx);
    return new Map([...byId, ...bySlug.map((resource) => [resource.slug, resource] as const)]);
  }

  /** Ids in order, one more than `size` if there are more. */
  async listIds(
    kbid: string,
    { page, size, visibility }: { page: number; size: number; visibility: Visibility },
    tx: EntityManager,
  ): Promise<string[]> {
    const rows = await tx
      .createQueryBuilder(ResourceEntity, 'resource')
      .select('resource.id', 'id')
      .where('resource.kbid = :kbid', { kbid })
      .andWhere(visibleSql('resource', visibility, ':groups'), { groups: visibility.groups })
      .orderBy('resource.id')
      .offset(page * size)
      .limit(size + 1)
      .getRawMany<{ id: string }>();
    return rows.map(({ id }) => id);
  }

  async delete(kbid: string, id: string, tx: EntityManager): Promise<void> {
    await tx.delete(ResourceEntity, { kbid, id });
  }

  /** The next number in the processing queue. */
  async nextSeqid(tx: EntityManager): Promise<number> {
    const [row]: [{ seqid: string }] = await tx.query(`SELECT nextval('processing_seqid') AS seqid`);
    return Number(row.seqid);
  }
}

/**
 * `isVisible` as a condition on rows of `resources`.
 *
 * @param groups the parameter with the groups, if any
 */
export function visibleSql(row: string, visibility: Visibility, groups: string): string {
  const shares = `(coalesce(cardinality(${row}.access_groups), 0) = 0 OR EXISTS (
    SELECT FROM unnest(${row}.access_groups) AS own WHERE regexp_replace(own, '^/', '') = ANY(${groups})))`;
  return `(${visibility.hidden ? 'TRUE' : `NOT ${row}.hidden`} AND ${visibility.groups ? shares : 'TRUE'})`;
}

export function isVisibleTo(
  { accessGroups, hidden }: Pick<ResourceEntity, 'accessGroups' | 'hidden'>,
  visibility: Visibility,
): boolean {
  return isVisible({ groups: accessGroups ?? [], hidden }, visibility);
}

/** Resources in different boxes can have the same id, because an import keeps ids. */
const BY_REFERENCE = `(resource.kbid, resource.id) IN (SELECT * FROM unnest(CAST(:kbids AS uuid[]), CAST(:rids AS text[])))`;

function byReference(references: readonly ResourceReference[]) {
  return { kbids: references.map(({ kbid }) => kbid), rids: references.map(({ rid }) => rid) };
}

function slugTaken({ slug }: ResourceEntity, cause: unknown): AppError {
  return new AppError('conflict', `Resource slug ${slug} already exists`, {}, { cause });
}

function found(resource: ResourceEntity | undefined): ResourceEntity {
  if (!resource) throw new AppError('not_found', 'Resource does not exist');
  return resource;
}

function augmentedParameters({ kbid, task, names }: Omit<AugmentedQuery, 'after' | 'limit'>): unknown[] {
  const found = task === undefined ? null : JSON.stringify([{ task }]);
  const column = (of: (name: EntityRename) => string) => names?.map(of) ?? null;
  return [
    kbid,
    found,
    column(({ group }) => group),
    column(({ from }) => from),
    column(({ from }) => foldedValue(from)),
  ];
}
