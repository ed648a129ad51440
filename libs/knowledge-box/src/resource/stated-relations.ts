import type {
  Relation,
  RelationNode,
  RelationPayload,
  StoredRelationNode,
  StoredRelationPlace,
} from '@lectern/contracts/knowledge-box';

/** Relations stated by users about a resource, as stored; the resource is the default source. */
export function statedRelations(rid: string, sent: readonly RelationPayload[]): Relation[] {
  const itself = { value: rid, type: 'resource', group: null } as const;
  return sent.map(({ relation, label, metadata, from, to }) => ({
    relation,
    label: label ?? null,
    metadata: metadata ? placeOf(metadata) : null,
    from: from ? storedNode(from) : itself,
    to: storedNode(to),
  }));
}

function storedNode({ value, type, group }: RelationNode): StoredRelationNode {
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
