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
    metadata: metadata ? positionOf(metadata) : null,
    from: from ? storedNode(from) : itself,
    to: storedNode(to),
  }));
}

function storedNode({ value, type, group }: RelationNode): StoredRelationNode {
  return { value, type, group: group ?? null };
}

function positionOf(position: NonNullable<RelationPayload['metadata']>): StoredRelationPlace {
  return {
    paragraph_id: position.paragraph_id ?? null,
    source_start: position.source_start ?? null,
    source_end: position.source_end ?? null,
    to_start: position.to_start ?? null,
    to_end: position.to_end ?? null,
    data_augmentation_task_id: position.data_augmentation_task_id ?? null,
  };
}
