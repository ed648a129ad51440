import type {
  AgentLabel,
  Classification,
  EntityMention,
  EntityMerge,
  FieldAugmentation,
  LabelMerge,
  Relation,
} from '@lectern/contracts/knowledge-box';
import type { ResourceEntity } from '@lectern/resource-store';

/** Names to replace. */
export interface Merges {
  readonly labels: readonly LabelMerge[];
  readonly entities: readonly EntityMerge[];
}

type Labelled = Pick<ResourceEntity, 'classifications' | 'annotations' | 'augmentations'>;
type Node = Relation['from'];

/** A resource with other labels and names of entities; each label of a thing remains once. */
export function alignedResource<R extends Labelled>(resource: R, { labels, entities }: Merges): R {
  const labelOf = byName(labels.map(({ labelset, from, to }) => [labelset, from, to]));
  const nameOf = byName(entities.map(({ group, from, to }) => [group, from, to]));
  return {
    ...resource,
    classifications: alignedName(resource.classifications, labelOf),
    annotations: resource.annotations.map((one) => ({
      ...one,
      paragraphs: one.paragraphs.map((own) => ({ ...own, classifications: alignedName(own.classifications, labelOf) })),
    })),
    augmentations: resource.augmentations.map((one) => aligned(one, labelOf, nameOf)),
  };
}

type Renaming = (group: string, name: string) => string;

function byName(merges: readonly (readonly [string, string, string])[]): Renaming {
  const all = new Map(merges.map(([group, from, to]) => [JSON.stringify([group, from]), to]));
  return (group, name) => all.get(JSON.stringify([group, name])) ?? name;
}

/** A label that users cancelled stays cancelled only if they cancelled all that it replaces. */
function alignedName<L extends AgentLabel & Partial<Pick<Classification, 'cancelled_by_user'>>>(
  labels: readonly L[],
  labelOf: Renaming,
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

function aligned(found: FieldAugmentation, labelOf: Renaming, nameOf: Renaming): FieldAugmentation {
  return {
    ...found,
    classifications: alignedName(found.classifications, labelOf),
    paragraphs: found.paragraphs.map((own) => ({ ...own, classifications: alignedName(own.classifications, labelOf) })),
    entities: Object.fromEntries(
      Object.entries(found.entities).map(([ident, own]) => [ident, mentions(own, nameOf)] as const),
    ),
    relations: found.relations.map((one) => ({ ...one, from: node(one.from, nameOf), to: node(one.to, nameOf) })),
  };
}

function mentions(all: readonly EntityMention[], nameOf: Renaming): readonly EntityMention[] {
  const named = Map.groupBy(
    all.map((one) => ({ ...one, text: nameOf(one.label, one.text) })),
    ({ label, text }) => JSON.stringify([label, text]),
  );
  return [...named.values()].flatMap((own) => {
    const [first] = own;
    const positions = own.flatMap((one) => one.positions).toSorted((a, b) => a.start - b.start);
    return first ? [{ ...first, positions }] : [];
  });
}

function node(one: Node, nameOf: Renaming): Node {
  return one.type === 'entity' ? { ...one, value: nameOf(one.group ?? '', one.value) } : one;
}
