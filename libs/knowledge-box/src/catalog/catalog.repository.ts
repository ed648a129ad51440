import type { IndexFilter, Visibility } from '@lectern/contracts/core';
import type { CatalogTextQuery, SortOrder } from '@lectern/contracts/knowledge-box';
import { prepared } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { visibleSql } from '@lectern/resource-store';
import { catalogFilterSql } from './filter.sql';
import { Parameters } from './parameters';
import { textSql } from './title.sql';

/** Selects resources; all conditions must hold. */
export interface CatalogConditions {
  readonly kbid: string;
  readonly visibility: Visibility;
  /** Hidden resources only, visible ones only, or both. */
  readonly hidden?: boolean;
  readonly text?: CatalogTextQuery;
  readonly filters: readonly IndexFilter[];
}

/** A page of the resources and its order. */
export interface CatalogPage {
  readonly by: 'created' | 'modified' | 'title';
  readonly order: SortOrder;
  readonly offset: number;
  readonly limit: number;
}

/** A path below which labels are counted. */
export interface CountedPrefix {
  /** Without a trailing slash; empty for all labels. */
  readonly path: string;
  /** Number of levels below the path to count; the path itself is level 0. All levels when absent. */
  readonly depth?: number;
}

/** State of a box: the effects of the transactions that are visible in a database snapshot. */
export interface BoxState {
  /** In the format of `pg_current_snapshot`. */
  readonly snapshot: string;
  /** All earlier transactions are visible in the snapshot. */
  readonly xmin: string;
}

/** The number of resources with a label. */
export interface LabelCount {
  readonly label: string;
  readonly count: number;
}

/** By the indexed start of the title, then by the whole title. */
const keys = {
  created: ['r.created', 'r.id'],
  modified: ['r.modified', 'r.id'],
  title: ['left(r.title_key, 64)', 'r.title_key', 'r.id'],
} as const;

/** With more prefixes, all labels are counted. */
const TESTED_PREFIXES_MAX = 2;

/** Lists and counts stored resources. */
@Injectable()
export class CatalogRepository {
  /** Ids of a page, in order. */
  async listIds(conditions: CatalogConditions, page: CatalogPage, tx: EntityManager): Promise<string[]> {
    const parameters = new Parameters();
    const rows: { id: string }[] = await tx.query(
      statementOf(conditions, pageSql(conditions, page, parameters)),
      parameters.values,
    );
    return rows.map(({ id }) => id);
  }

  /** The same, and whether no change to a resource has been committed since a state of the box, in one snapshot. */
  async listIdsSince(
    { page, since }: { readonly page: CatalogPage; readonly since: BoxState },
    conditions: CatalogConditions,
    tx: EntityManager,
  ): Promise<{ readonly ids: readonly string[]; readonly isUnchanged: boolean }> {
    const parameters = new Parameters();
    const sql = `SELECT ARRAY(${pageSql(conditions, page, parameters)}) AS ids,
      ${unchangedSql(conditions.kbid, since, parameters)} AS "isUnchanged"`;
    const [row]: { ids: string[]; isUnchanged: boolean }[] = await tx.query(
      statementOf(conditions, sql),
      parameters.values,
    );
    return row ?? { ids: [], isUnchanged: false };
  }

  /** The state that `tx` sees for all boxes; requires REPEATABLE READ. */
  async state(tx: EntityManager): Promise<BoxState> {
    const [row]: [BoxState] = await tx.query(
      `SELECT snapshot::text AS snapshot, pg_snapshot_xmin(snapshot)::text AS xmin FROM pg_current_snapshot() AS snapshot`,
    );
    return row;
  }

  /**
   * Whether no change to a resource has been committed since. Rows with future transaction numbers were written by
   * another database and do not count.
   */
  async isUnchangedSince(kbid: string, since: BoxState, tx: EntityManager): Promise<boolean> {
    const parameters = new Parameters();
    const sql = `SELECT ${unchangedSql(kbid, since, parameters)} AS "isUnchanged"`;
    const [row]: { isUnchanged: boolean }[] = await tx.query(prepared(sql), parameters.values);
    return row?.isUnchanged ?? false;
  }

  async count(conditions: CatalogConditions, tx: EntityManager): Promise<number> {
    const parameters = new Parameters();
    const [row]: { count: number }[] = await tx.query(
      `SELECT count(*)::float8 AS count FROM resources r WHERE ${conditionsSql(conditions, parameters)}`,
      parameters.values,
    );
    return row?.count ?? 0;
  }

  /** Resources per label below the prefixes, the most frequent labels first. */
  async countLabels(
    conditions: CatalogConditions,
    { prefixes, limit }: { readonly prefixes: readonly CountedPrefix[]; readonly limit: number },
    tx: EntityManager,
  ): Promise<LabelCount[]> {
    const parameters = new Parameters();
    const where = conditionsSql(conditions, parameters);
    return tx.query(
      `WITH counted AS MATERIALIZED (${countedLabelsSql(where, prefixes, parameters)})
        SELECT l.label, l.count FROM counted l
        WHERE ${prefixes.map((prefix) => prefixSql(prefix, parameters)).join(' OR ')}
        ORDER BY l.count DESC, l.label COLLATE "C" LIMIT ${parameters.add(limit)}`,
      parameters.values,
    );
  }
}

/** Statements without words and filters have one of a few texts, and their plans do not depend on the values. */
function statementOf({ text, filters }: CatalogConditions, sql: string): string {
  return text || filters.length > 0 ? sql : prepared(sql);
}

function pageSql(
  conditions: CatalogConditions,
  { by, order, offset, limit }: CatalogPage,
  parameters: Parameters,
): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  return `SELECT r.id FROM resources r WHERE ${conditionsSql(conditions, parameters)}
    ORDER BY ${keys[by].map((key) => `${key} ${direction}`).join(', ')}
    LIMIT ${parameters.add(limit)}::bigint OFFSET ${parameters.add(offset)}::bigint`;
}

function unchangedSql(kbid: string, { snapshot, xmin }: BoxState, parameters: Parameters): string {
  return `NOT EXISTS (
    SELECT FROM changes WHERE kbid = ${parameters.add(kbid)} AND xid >= ${parameters.add(xmin)}::bigint
      AND kind <> 'indexed' AND xid < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      AND NOT pg_visible_in_snapshot(xid::text::xid8, ${parameters.add(snapshot)}::pg_snapshot))`;
}

/**
 * Counts labels, at least those below the prefixes: testing each label for several prefixes costs more than counting
 * it. Unnesting lists in the select list is faster than in the FROM clause.
 */
function countedLabelsSql(where: string, prefixes: readonly CountedPrefix[], parameters: Parameters): string {
  const tested = prefixes.length <= TESTED_PREFIXES_MAX ? prefixes : [];
  const test = tested.map(({ path }) => `starts_with(label, ${parameters.add(path)})`).join(' OR ');
  const labels = `
    SELECT label, count(*)::float8 AS count FROM (SELECT unnest(r.labels) AS label FROM resources r WHERE ${where}) AS own
    WHERE ${test || 'TRUE'} GROUP BY label`;
  if (!prefixes.some(({ path }) => `${path}/`.startsWith('/n/s/') || '/n/s'.startsWith(`${path}/`))) return labels;
  return `${labels}
    UNION ALL SELECT coalesce('/n/s/' || r.status, '/n/s'), count(*)::float8 FROM resources r WHERE ${where}
    GROUP BY GROUPING SETS ((r.status), ()) HAVING count(*) > 0`;
}

function conditionsSql(conditions: CatalogConditions, parameters: Parameters): string {
  const { kbid, visibility, hidden, text, filters } = conditions;
  const groups = visibility.groups ? `${parameters.add(visibility.groups)}::text[]` : '';
  return [
    `r.kbid = ${parameters.add(kbid)}`,
    visibleSql('r', visibility, groups),
    ...(hidden === undefined ? [] : [hidden ? 'r.hidden' : 'NOT r.hidden']),
    ...(text ? [textSql(text, parameters)] : []),
    ...filters.map((filter) => catalogFilterSql(filter, parameters)),
  ].join(' AND ');
}

/** A condition on `l.label`. Labels below a path begin with it and a slash; the character after the slash is `0`. */
function prefixSql({ path, depth }: CountedPrefix, parameters: Parameters): string {
  const text = (value: string) => `${parameters.add(value)}::text COLLATE "C"`;
  const isBelow = path === '' ? 'TRUE' : `(l.label >= ${text(`${path}/`)} AND l.label < ${text(`${path}0`)})`;
  const isIt = path === '' ? 'FALSE' : `l.label = ${text(path)}`;
  if (depth === undefined) return `(${isIt} OR ${isBelow})`;
  const levels = `length(l.label) - length(replace(l.label, '/', ''))`;
  // A depth may exceed the integer range of the database.
  const isNear = `${levels} <= ${parameters.add(path.split('/').length - 1 + depth)}::float8`;
  return `(${isIt} OR (${isBelow} AND ${isNear}))`;
}
