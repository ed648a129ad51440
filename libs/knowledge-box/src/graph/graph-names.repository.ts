import type { GraphNamesQuery, GraphNode, GraphNodes } from '@lectern/contracts/knowledge-box';
import { compareTexts } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { visibleSql, foldedValue } from '@lectern/resource-store';
import type { EdgeEnd } from './graph-condition.sql';
import { edgeFilterSql } from './graph-filter.sql';
import { SqlParameters } from '@lectern/database';

/** Below the deadline of a read, so that the error still reaches the caller. */
const STATEMENT_TIMEOUT_MS = 8_000;
/** Names examined per beginning, in order, at each end of edges. */
export const NAMES_MAX = 100;
/** Edges counted per name. */
export const EDGES_MAX = 20;
/** Sorts after all texts with the same beginning in the collation `C`. */
const LAST = String.fromCodePoint(0x10ffff);

interface NameRow extends GraphNode {
  readonly folded: string;
  readonly edges: number;
}

/**
 * Finds entities by the beginning of their names. Each step takes the next name from an index, so the cost depends
 * neither on the number of edges nor on the number of names with this beginning.
 */
@Injectable()
export class GraphNamesRepository {
  /** Exact names first, then by number of edges, within 8 seconds; requires a transaction. */
  async list({ beginnings, limit, ...query }: GraphNamesQuery, tx: EntityManager): Promise<GraphNodes> {
    await tx.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    const folded = [...new Set(beginnings.map(foldedValue))].filter((beginning) => beginning !== '');
    const found = new Map<string, { readonly node: GraphNode; readonly isWhole: boolean; edges: number }>();
    for (const beginning of folded)
      for (const end of ['source', 'target'] as const)
        for (const { folded: name, edges, ...node } of await this.beginning(query, { beginning, end }, tx)) {
          const key = JSON.stringify([node.value, node.group]);
          const known = found.get(key);
          const isWhole = known?.isWhole || name === beginning;
          found.set(key, { node, isWhole, edges: Math.max(known?.edges ?? 0, edges) });
        }
    const ordered = [...found.values()].sort(
      (a, b) =>
        Number(b.isWhole) - Number(a.isWhole) ||
        b.edges - a.edges ||
        compareTexts(a.node.value, b.node.value) ||
        compareTexts(a.node.group, b.node.group),
    );
    return { nodes: ordered.slice(0, limit).map(({ node, isWhole }) => ({ ...node, score: isWhole ? 1 : 0.8 })) };
  }

  private async beginning(
    { kbid, visibility, filter }: Omit<GraphNamesQuery, 'beginnings' | 'limit'>,
    { beginning, end }: { readonly beginning: string; readonly end: EdgeEnd },
    tx: EntityManager,
  ): Promise<readonly NameRow[]> {
    const parameters = new SqlParameters();
    const column = `e.${end}_folded`;
    const groups = visibility.groups ? parameters.add(visibility.groups) : '';
    const entities = `e.kbid = ${parameters.add(kbid)} AND e.${end}_type = 'entity'`;
    const [first, last] = [parameters.add(beginning), parameters.add(beginning + LAST)];
    const next = (from: string) => `(SELECT ${column} FROM graph_edges e
      WHERE ${entities} AND ${column} ${from} AND ${column} < ${last} ORDER BY ${column} LIMIT 1)`;
    const text = `
      WITH RECURSIVE names (folded, number) AS (
        SELECT ${next(`>= ${first}`)}, 1
        UNION ALL
        SELECT ${next('> names.folded')}, number + 1 FROM names WHERE folded IS NOT NULL AND number < ${NAMES_MAX}
      )
      SELECT names.folded, found.value, 'entity' AS type, found."group", found.edges FROM names, LATERAL (
        SELECT value, "group", count(*)::int AS edges FROM (
          SELECT e.${end}_value AS value, e.${end}_group AS "group"
          FROM graph_edges e JOIN resources r ON r.kbid = e.kbid AND r.id = e.rid
          WHERE ${entities} AND ${column} = names.folded AND ${visibleSql('r', visibility, groups)}
            AND ${filter ? edgeFilterSql(filter, parameters) : 'TRUE'}
          LIMIT ${EDGES_MAX}
        ) AS mentions GROUP BY value, "group"
      ) AS found`;
    const { sql, values } = parameters.bind(text);
    return tx.query(sql, [...values]);
  }
}
