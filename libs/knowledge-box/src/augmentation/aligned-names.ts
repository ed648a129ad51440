import type {
  AgentLabel,
  Classification,
  EntityRename,
  FieldAugmentation,
  LabelMerge,
  Relation,
} from '@lectern/contracts/knowledge-box';
import { EntityRenames, type ResourceEntity } from '@lectern/resource-store';

/** Names to replace. */
export interface Merges {
  readonly labels: readonly LabelMerge[];
  readonly entities: readonly EntityRename[];
}

type Named = Pick<ResourceEntity, 'classifications' | 'annotations' | 'augmentations' | 'relations'>;

/** A resource with other labels and names of entities; each label of a thing remains once. */
export function alignedResource<R extends Named>(resource: R, { labels, entities }: Merges): R {
  const labelOf = byName(labels);
  const names = new EntityRenames(entities);
  return {
    ...resource,
    classifications: alignedName(resource.classifications, labelOf),
    annotations: resource.annotations.map((one) => ({
      ...one,
      paragraphs: one.paragraphs.map((own) => ({ ...own, classifications: alignedName(own.classifications, labelOf) })),
    })),
    relations: resource.relations.map((one) => renamedEnds(one, names)),
    augmentations: resource.augmentations.map((one) => aligned(renamedEntities(one, names), labelOf)),
  };
}

type LabelName = (labelset: string, label: string) => string;

function byName(merges: readonly LabelMerge[]): LabelName {
  const all = new Map(merges.map(({ labelset, from, to }) => [JSON.stringify([labelset, from]), to]));
  return (labelset, label) => all.get(JSON.stringify([labelset, label])) ?? label;
}

/** A label that users cancelled stays cancelled only if they cancelled all that it replaces. */
function alignedName<L extends AgentLabel & Partial<Pick<Classification, 'cancelled_by_user'>>>(
  labels: readonly L[],
  labelOf: LabelName,
): L[] {
  const named = labels.map((one) => ({ ...one, label: labelOf(one.labelset, one.label) }));
  const inOrder = named.toSorted((a, b) => Number(a.cancelled_by_user ?? false) - Number(b.cancelled_by_user ?? false));
  const kept = new Map<string, L>();
  for (const one of inOrder) {
    const key = JSON.stringify([one.labelset, one.label]);
    if (!kept.has(key)) kept.set(key, one);
  }
  return named.filter((one) => kept.get(JSON.stringify([one.labelset, one.label])) === one);
}

function aligned(found: FieldAugmentation, labelOf: LabelName): FieldAugmentation {
  return {
    ...found,
    classifications: alignedName(found.classifications, labelOf),
    paragraphs: found.paragraphs.map((own) => ({ ...own, classifications: alignedName(own.classifications, labelOf) })),
  };
}

/** The results of a task with the names that entities have in a box. */
export function renamedEntities(found: FieldAugmentation, names: EntityRenames): FieldAugmentation {
  return {
    ...found,
    entities: Object.fromEntries(
      Object.entries(found.entities).map(([ident, own]) => [ident, names.mentions(own)] as const),
    ),
    relations: found.relations.map((one) => renamedEnds(one, names)),
  };
}

function renamedEnds(one: Relation, names: EntityRenames): Relation {
  return { ...one, from: names.node(one.from), to: names.node(one.to) };
}
