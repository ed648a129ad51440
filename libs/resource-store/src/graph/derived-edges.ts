import type { ParagraphKind } from '@lectern/contracts/core';
import type {
  Classification,
  FieldAugmentation,
  FieldLetter,
  Relation,
  ResourceOrigin,
  StoredRelationNode,
  StoredRelationPlace,
} from '@lectern/contracts/knowledge-box';
import type { UnderstoodField, UnderstoodParagraph } from '@lectern/contracts/understanding';
import { foldedValue } from './folded-value';
import type { GraphEdgeEntity } from './graph-edge.entity';

/** Per field. */
const ENTITY_EDGES_MAX = 4_000;

/** The location of a statement and the kind of its paragraph, stored so that filters need not read the paragraph. */
interface StoredPosition extends Partial<StoredRelationPlace> {
  readonly kind?: ParagraphKind;
}

/** The components of an edge. */
interface Link extends Pick<GraphEdgeEntity, 'relation' | 'label' | 'provenance' | 'taskId'> {
  readonly from: StoredRelationNode;
  readonly to: StoredRelationNode;
  readonly place: StoredPosition | null;
}

type Origin = Pick<GraphEdgeEntity, 'kbid' | 'rid' | 'letter' | 'id' | 'seqid'>;

/** A version of a field with its entities; without paragraphs, entities have no location. */
export interface FieldWithEntities {
  readonly kbid: string;
  readonly rid: string;
  readonly letter: FieldLetter;
  readonly id: string;
  readonly seqid: number;
  readonly understood: Pick<UnderstoodField, 'entities'>;
  readonly paragraphs?: readonly Pick<UnderstoodParagraph, 'start' | 'end' | 'kind'>[];
}

/** The parts of a resource from which edges are derived. */
export interface ResourceWithEdges {
  readonly kbid: string;
  readonly id: string;
  readonly origin: ResourceOrigin | null;
  readonly classifications: readonly Classification[];
  readonly relations: readonly Relation[];
  readonly augmentations?: readonly FieldAugmentation[];
}

/** Edges stated by a resource itself: its collaborators, its labels, and the relations stated by users and agents. */
export function edgesOfResource(resource: ResourceWithEdges): GraphEdgeEntity[] {
  const { kbid, id: rid } = resource;
  const from = resourceNode(rid);
  const simple = { from, label: '', place: null, provenance: 'user', taskId: '' } as const;
  const collaborators = [...new Set(resource.origin?.collaborators ?? [])].map((value): Link => ({
    ...simple,
    relation: 'COLAB',
    to: { value, type: 'user', group: null },
  }));
  const labels = resource.classifications
    .filter((one) => !one.cancelled_by_user)
    .map(({ labelset, label }): Link => {
      return { ...simple, relation: 'ABOUT', to: { value: `${labelset}/${label}`, type: 'label', group: null } };
    });
  const found = (resource.augmentations ?? []).flatMap(({ relations }) => relations);
  const stated = [...resource.relations, ...found].map(({ relation, label, from: source, to, metadata }): Link => {
    const taskId = metadata?.data_augmentation_task_id ?? '';
    const provenance = taskId === '' ? 'user' : 'data-augmentation';
    return { relation, label: label ?? '', from: source, to, place: metadata, provenance, taskId };
  });
  return numbered({ kbid, rid, letter: '', id: '', seqid: 0 }, [...collaborators, ...labels, ...stated]);
}

/** Edges from the resource to each entity mentioned in its field, with the paragraph of the first mention. */
export function edgesOfField({ understood, paragraphs = [], ...field }: FieldWithEntities): GraphEdgeEntity[] {
  const { kbid, rid, letter, id, seqid } = field;
  const known = new Set<string>();
  const links: Link[] = [];
  for (const { label: group, text: value, positions } of understood.entities) {
    const name = JSON.stringify([group, value]);
    if (known.has(name) || links.length >= ENTITY_EDGES_MAX) continue;
    known.add(name);
    const paragraph = positions[0] && paragraphAt(paragraphs, positions[0].start);
    const place = paragraph && {
      paragraph_id: `${rid}/${letter}/${id}/${paragraph.start}-${paragraph.end}`,
      kind: paragraph.kind,
    };
    links.push({
      relation: 'ENTITY',
      label: '',
      provenance: 'processor',
      taskId: '',
      place: place ?? null,
      from: resourceNode(rid),
      to: { value, type: 'entity', group },
    });
  }
  return numbered({ kbid, rid, letter, id, seqid }, links);
}

function resourceNode(rid: string): StoredRelationNode {
  return { value: rid, type: 'resource', group: null };
}

function numbered(origin: Origin, links: readonly Link[]): GraphEdgeEntity[] {
  return links.map(({ from, to, ...link }, number) => ({
    ...origin,
    ...link,
    number,
    sourceType: from.type,
    sourceGroup: from.group ?? '',
    sourceValue: from.value,
    targetType: to.type,
    targetGroup: to.group ?? '',
    targetValue: to.value,
    sourceFolded: from.type === 'resource' && from.value === origin.rid ? null : foldedValue(from.value),
    targetFolded: foldedValue(to.value),
  }));
}

/** The last of the ordered paragraphs that starts at or before a position, if it reaches that far. */
function paragraphAt<T extends { readonly start: number; readonly end: number }>(
  paragraphs: readonly T[],
  place: number,
): T | undefined {
  let [low, high] = [0, paragraphs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((paragraphs[middle]?.start ?? Infinity) <= place) low = middle + 1;
    else high = middle;
  }
  const found = paragraphs[low - 1];
  return found && place < found.end ? found : undefined;
}
