import type { EntityRelations, GraphPath, GraphPathsRead, RelatedEntity } from '@lectern/contracts/knowledge-box';

/** A path and the resource that states it. */
export type ReadPath = GraphPathsRead['paths'][number];

/** A relation of the knowledge graph with its relevance to a question. */
export interface RankedRelation {
  readonly path: ReadPath;
  /** 0..1. */
  readonly score: number;
}

/** Formats a relation as a line for models. */
export function relationText({ source, relation, destination }: GraphPath): string {
  return [source.value, relation.label || relation.type.toLowerCase(), destination.value].join(' ');
}

/** Identity of a relation. */
export function relationKey({ source, relation, destination, metadata, statedBy }: ReadPath): string {
  return JSON.stringify([source, relation, destination, metadata?.paragraph_id ?? metadata?.field_id ?? statedBy]);
}

/** Id of the resource that states a relation; empty if unknown. */
function resourceOfPath({ metadata, statedBy }: ReadPath): string {
  return (metadata?.paragraph_id ?? metadata?.field_id ?? statedBy ?? '').split('/')[0] ?? '';
}

/** Relations in the form of the interface, grouped by source. */
export function relationsOf(ranked: readonly RankedRelation[]): EntityRelations {
  const bySource = Map.groupBy(ranked, ({ path }) => path.source.value);
  const entities = [...bySource].map(([name, all]) => [name, { related_to: all.map(({ path }) => relatedOf(path)) }]);
  return { entities: Object.fromEntries(entities) };
}

function relatedOf(path: ReadPath): RelatedEntity {
  const { relation, destination, metadata } = path;
  return {
    entity: destination.value,
    entity_type: destination.type,
    entity_subtype: destination.group,
    relation: relation.type,
    relation_label: relation.label,
    direction: 'out',
    metadata: metadata?.paragraph_id ? { paragraph_id: metadata.paragraph_id } : null,
    resource_id: resourceOfPath(path),
  };
}
