import type { Visibility } from '@lectern/contracts/core';
import type { Classification, ResourceReference, ResourceStatus } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OwnedBox } from '../knowledge-box/knowledge-box.repository';
import { visibleSql } from './resource.repository';

/** A resource that is not yet searchable by keyword or meaning, or whose processing was given up. */
export interface WaitingResource {
  readonly id: string;
  readonly title: string;
  readonly classifications: readonly Classification[];
  readonly status: ResourceStatus;
  readonly modified: Date;
}

export interface WaitingPage {
  readonly kbid: string;
  readonly visibility: Visibility;
  /** Lists ids greater than this one. */
  readonly after: string;
  readonly limit: number;
  /** Ids of resources to list even if they are already searchable. */
  readonly besides: readonly string[];
  /** Restricts the list to these resources. */
  readonly only?: readonly string[];
  /** Excludes these resources. */
  readonly except?: readonly string[];
}

/** Numbers of resources of a knowledge box that are not searchable yet. */
export interface WaitingCounts {
  readonly words: number;
  readonly meaning: number;
}

/** Reads waiting resources through indexes that contain only these. */
@Injectable()
export class WaitingResourceRepository {
  /** Ordered by id. */
  async list(page: WaitingPage, tx: EntityManager): Promise<readonly WaitingResource[]> {
    const parameters: unknown[] = [page.kbid, page.after, page.limit, page.besides];
    const parameter = (ids: readonly string[]) => `$${parameters.push(ids)}::text[]`;
    const isListed = [
      `r.kbid = $1 AND r.id > $2`,
      page.only && `r.id = ANY(${parameter(page.only)})`,
      page.except && `r.id <> ALL(${parameter(page.except)})`,
      visibleSql('r', page.visibility, page.visibility.groups ? parameter(page.visibility.groups) : ''),
    ]
      .filter((condition) => condition !== undefined)
      .join(' AND ');
    return tx.query(
      `WITH waiting (id) AS (
        (SELECT r.id FROM resources r WHERE ${isListed} AND r.status = 'PENDING' ORDER BY r.id LIMIT $3)
        UNION
        (SELECT DISTINCT r.id FROM unembedded_fields u JOIN resources r ON r.kbid = u.kbid AND r.id = u.rid
          WHERE ${isListed} AND u.kbid = $1 AND u.rid > $2 ORDER BY r.id LIMIT $3)
        UNION
        (SELECT r.id FROM resources r WHERE ${isListed} AND r.id = ANY($4::text[]))
      )
      SELECT r.id, r.title, r.classifications, r.status, r.modified
      FROM waiting JOIN resources r ON r.kbid = $1 AND r.id = waiting.id ORDER BY r.id LIMIT $3`,
      parameters,
    );
  }

  async count(kbid: string, visibility: Visibility, tx: EntityManager): Promise<WaitingCounts> {
    const isVisible = visibleSql('r', visibility, '$2::text[]');
    const isRestricted = visibility.groups !== undefined || !visibility.hidden;
    const seen = isRestricted ? `JOIN resources r ON r.kbid = u.kbid AND r.id = u.rid WHERE ${isVisible} AND` : 'WHERE';
    const [counts]: [WaitingCounts] = await tx.query(
      `SELECT
        (SELECT count(*)::int FROM resources r WHERE r.kbid = $1 AND r.status = 'PENDING' AND ${isVisible}) AS words,
        (SELECT count(*)::int FROM (SELECT DISTINCT u.rid FROM unembedded_fields u ${seen} u.kbid = $1) AS w)
          AS meaning`,
      [kbid, ...(visibility.groups ? [visibility.groups] : [])],
    );
    return counts;
  }

  /** Number of pending resources of a box, up to `max`. */
  async countPending(kbid: string, max: number, tx: EntityManager): Promise<number> {
    const [row]: [{ count: number }] = await tx.query(
      `SELECT count(*)::int AS count FROM (
        SELECT FROM resources WHERE kbid = $1 AND status = 'PENDING' LIMIT $2) AS pending`,
      [kbid, max],
    );
    return row.count;
  }

  /** Resources of a box whose processing is blocked. */
  async listBlocked(kbid: string, limit: number, tx: EntityManager): Promise<ResourceReference[]> {
    return tx.query(
      `SELECT kbid, id AS rid FROM resources WHERE kbid = $1 AND status = 'BLOCKED' ORDER BY kbid, id LIMIT $2`,
      [kbid, limit],
    );
  }

  /** Boxes with such resources, ordered by id, after `after`. */
  async listBoxesWithBlocked(after: string, limit: number, tx: EntityManager): Promise<OwnedBox[]> {
    return tx.query(
      `SELECT b.id AS kbid, b.account FROM knowledge_boxes b
      WHERE b.id > $1 AND EXISTS (SELECT FROM resources r WHERE r.kbid = b.id AND r.status = 'BLOCKED')
      ORDER BY b.id LIMIT $2`,
      [after, limit],
    );
  }
}
