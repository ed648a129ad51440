import type { EntityRelations, EntityRelationsQuery, RelatedEntity } from '@lectern/contracts/knowledge-box';
import { foldName } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { visibleSql, foldedValue } from '@lectern/resource-store';
import type { EdgeEnd } from './graph-condition.sql';
import { SqlParameters } from '@lectern/database';

/** Part of the deadline of a find. */
const STATEMENT_TIMEOUT_MS = 5_000;
const ENTITIES_MAX = 20;
const RELATIONS_PER_ENTITY_MAX = 50;
const WORDS_MAX = 100;
const WORDS_PER_NAME_MAX = 5;

/** Nodes in normalised form. */
interface WantedNode {
  /** Displayed name; that of the first node when absent. */
  readonly name?: string;
  readonly type: string;
  /** Any group when null. */
  readonly group: string | null;
  readonly folded: string;
}

type RelationRow = RelatedEntity & { readonly wanted: number; readonly name: string };

/** Reads the relations of entities within 5 seconds; requires a transaction. */
@Injectable()
export class EntityRelationsRepository {
  /** If a text contains many entities, those with the longest names come first. */
  async read(query: EntityRelationsQuery, tx: EntityManager): Promise<EntityRelations> {
    const wanted = wantedNodes(query);
    const parameters = new SqlParameters();
    const { sql, values } = parameters.bind(relationsSql(query, wanted, parameters));
    await tx.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    const rows: RelationRow[] = wanted.length === 0 ? [] : await tx.query(sql, [...values]);
    const found = [...Map.groupBy(rows, (row) => row.wanted)].slice(0, ENTITIES_MAX);
    const named = wanted.flatMap(({ name }) => (name === undefined ? [] : [[name, { related_to: [] }] as const]));
    const related = found.map(([index, own]) => {
      const name = wanted[index]?.name ?? own[0]?.name ?? '';
      return [name, { related_to: own.map(({ wanted: _, name: __, ...relation }) => relation) }] as const;
    });
    return { entities: Object.fromEntries([...named, ...related]) };
  }
}

function wantedNodes({ text = '', entities }: EntityRelationsQuery): WantedNode[] {
  if (!entities) return namesIn(text).map((folded) => ({ type: 'entity', group: null, folded }));
  return entities
    .slice(0, ENTITIES_MAX)
    .map(({ value, type, group }) => ({ name: value, type, group: group ?? null, folded: foldedValue(value) }));
}

/** Word sequences in a text that may be names, longest first, without surrounding punctuation. */
export function namesIn(text: string): string[] {
  const words = foldName(text.slice(0, 20_000))
    .split(' ')
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX);
  const names = new Set<string>();
  for (let length = WORDS_PER_NAME_MAX; length > 0; length--)
    for (let from = 0; from + length <= words.length; from++)
      names.add(foldedValue(words.slice(from, from + length).join(' ')));
  return [...names];
}

function relationsSql(
  { kbid, visibility }: EntityRelationsQuery,
  wanted: readonly WantedNode[],
  parameters: SqlParameters,
): string {
  const column = <M extends keyof WantedNode>(member: M) => parameters.add(wanted.map((node) => node[member] ?? null));
  const nodes = `unnest(${column('type')}::text[], ${column('group')}::text[], ${column('folded')}::text[])`;
  const box = parameters.add(kbid);
  const groups = visibility.groups ? parameters.add(visibility.groups) : '';
  const equal = (own: EdgeEnd) =>
    own === 'target'
      ? 'e.target_folded = v.folded'
      : '(e.source_folded = v.folded OR (e.source_folded IS NULL AND e.rid = v.folded))';
  const from = (own: EdgeEnd, other: EdgeEnd) => `
    (SELECT e.${own}_value AS name, e.${other}_value AS entity, e.${other}_type AS entity_type,
      e.${other}_group AS entity_subtype, e.relation, e.label AS relation_label,
      '${own === 'source' ? 'out' : 'in'}' AS direction, e.place - 'kind' AS metadata, e.rid AS resource_id
    FROM graph_edges e JOIN resources r ON r.kbid = e.kbid AND r.id = e.rid
    WHERE e.kbid = ${box} AND e.${own}_type = v.type AND ${equal(own)}
      AND (v.family IS NULL OR e.${own}_group = v.family) AND ${visibleSql('r', visibility, groups)}
    ORDER BY e.rid, e.letter, e.id, e.number LIMIT ${RELATIONS_PER_ENTITY_MAX})`;
  return `
    SELECT (v.place - 1)::int AS wanted, own.*
    FROM ${nodes} WITH ORDINALITY AS v (type, family, folded, place)
    CROSS JOIN LATERAL (
      SELECT * FROM (${from('source', 'target')} UNION ALL ${from('target', 'source')}) AS either
      ORDER BY direction DESC, relation_label = '', resource_id, entity LIMIT ${RELATIONS_PER_ENTITY_MAX}
    ) AS own
    ORDER BY v.place`;
}
