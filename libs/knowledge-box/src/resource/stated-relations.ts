import type {
  Relation,
  RelationNode,
  RelationPayload,
  StoredRelationNode,
  StoredRelationPlace,
} from '@lectern/contracts/knowledge-box';

/** Relations that users state about a resource, as they are stored: one that names no source starts at the resource. */
export function statedRelations(rid: string, sent: readonly RelationPayload[]): Relation[] {
  const itself = { value: rid, type: 'resource', group: null } as const;
  return sent.map(({ relation, label, metadata, from, to }) => ({
    relation,
    label: label ?? null,
    metadata: metadata ? placeOf(metadata) : null,
    from: from ? nodeOf(from) : itself,
    to: nodeOf(to),
  }));
}

function nodeOf({ value, type, group }: RelationNode): StoredRelationNode {
  return { value, type, group: group ?? null };
}

function placeOf(place: NonNullable<RelationPayload['metadata']>): StoredRelationPlace {
  return {
    paragraph_id: place.paragraph_id ?? null,
    source_start: place.source_start ?? null,
    source_end: place.source_end ?? null,
    to_start: place.to_start ?? null,
    to_end: place.to_end ?? null,
    data_augmentation_task_id: place.data_augmentation_task_id ?? null,
  };
}
