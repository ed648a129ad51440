import type {
  GraphNodes,
  GraphPath,
  GraphPathsRead,
  GraphReading,
  GraphRelations,
} from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { visibleSql } from '@lectern/resource-store';
import { edgeCondition, type EdgeEnd } from './graph-condition.sql';
import { edgeFilterSql } from './graph-filter.sql';
import { SqlParameters } from '@lectern/database';

interface PathRow {
  readonly source: GraphPath['source'];
  readonly relation: GraphPath['relation'];
  readonly destination: GraphPath['destination'];
  readonly fieldId: string | null;
  readonly paragraphId: string | null;
  readonly statedBy: string | null;
  readonly score: number;
}

/** Reads the knowledge graph within 8 seconds; requires a transaction. */
@Injectable()
export class GraphRepository {
  /** @throws AppError `invalid_request` for a filter that does not apply to edges */
  async paths(reading: GraphReading, tx: EntityManager): Promise<GraphPathsRead> {
    const parameters = new SqlParameters();
    const place = `CASE WHEN e.letter = '' THEN NULL
      ELSE e.rid || '/' || e.letter || '/' || split_part(e.id, '/', 1) END`;
    const sql = `
      SELECT jsonb_build_object('value', source_value, 'type', source_type, 'group', source_group) AS source,
        jsonb_build_object('label', label, 'type', relation) AS relation,
        jsonb_build_object('value', target_value, 'type', target_type, 'group', target_group) AS destination,
        "fieldId", "paragraphId", "statedBy", max(score) AS score
      FROM (
        SELECT source_value, source_type, source_group, label, relation, target_value, target_type, target_group,
          ${place} AS "fieldId", e.place ->> 'paragraph_id' AS "paragraphId",
          ${reading.byResource ? 'e.rid' : 'NULL'} AS "statedBy", ${edgesSql(reading, ['source', 'target'], parameters)}
      ) AS found
      GROUP BY source_value, source_type, source_group, label, relation, target_value, target_type, target_group,
        "fieldId", "paragraphId", "statedBy"
      ORDER BY max(score) DESC, source_value, target_value, relation, label, source_type, target_type, source_group,
        target_group, "fieldId", "paragraphId", "statedBy"
      LIMIT ${parameters.add(reading.limit)}`;
    const rows: PathRow[] = await this.query(sql, parameters, tx);
    const paths = rows.map(({ fieldId, paragraphId, statedBy, ...path }) => ({
      ...path,
      ...(statedBy !== null && { statedBy }),
      metadata: fieldId === null && paragraphId === null ? null : { field_id: fieldId, paragraph_id: paragraphId },
    }));
    return { paths };
  }

  /** @throws AppError `invalid_request` for a filter that does not apply to edges */
  async nodes(reading: GraphReading, tx: EntityManager): Promise<GraphNodes> {
    const parameters = new SqlParameters(reading.timeoutMs);
    const at = (end: EdgeEnd) => `
      SELECT e.${end}_value AS value, e.${end}_type AS type, e.${end}_group AS "group",
        ${edgesSql(reading, [end], parameters)}`;
    const sql = `
      SELECT value, type, "group", max(score) AS score FROM (${at('source')} UNION ALL ${at('target')}) AS found
      GROUP BY value, type, "group" ORDER BY max(score) DESC, count(*) DESC, value, type, "group"
      LIMIT ${parameters.add(reading.limit)}`;
    return { nodes: await this.query(sql, parameters, tx) };
  }

  /** @throws AppError `invalid_request` for a filter that does not apply to edges */
  async relations(reading: GraphReading, tx: EntityManager): Promise<GraphRelations> {
    const parameters = new SqlParameters();
    const sql = `
      SELECT label, type, max(score) AS score FROM (
        SELECT e.label, e.relation AS type, ${edgesSql(reading, ['source', 'target'], parameters)}
      ) AS found
      GROUP BY label, type ORDER BY max(score) DESC, count(*) DESC, label, type LIMIT ${parameters.add(reading.limit)}`;
    return { relations: await this.query(sql, parameters, tx) };
  }

  private async query<R>(text: string, parameters: SqlParameters, tx: EntityManager): Promise<R[]> {
    const { sql, values } = parameters.bind(text);
    await tx.query(`SET LOCAL statement_timeout = ${parameters.timeoutMs}`);
    return tx.query(sql, [...values]);
  }
}

/** The end of a select of edges `e` that match a query, starting with their score. */
function edgesSql(
  { kbid, visibility, filter, query, inParagraphs }: GraphReading,
  ends: readonly EdgeEnd[],
  parameters: SqlParameters,
): string {
  const { where, score } = edgeCondition(query, ends, parameters);
  const groups = visibility.groups ? parameters.add(visibility.groups) : '';
  return `(${score})::float8 AS score
    FROM graph_edges e JOIN resources r ON r.kbid = e.kbid AND r.id = e.rid
    WHERE e.kbid = ${parameters.add(kbid)} AND ${visibleSql('r', visibility, groups)}
      AND ${filter ? edgeFilterSql(filter, parameters) : 'TRUE'} AND ${where}
      AND ${inParagraphs ? `starts_with(e.place ->> 'paragraph_id', e.rid || '/')` : 'TRUE'}`;
}
