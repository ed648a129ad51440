import type { GraphNode, GraphPath } from '@lectern/contracts/knowledge-box';
import { keyOf, otherEnd } from './graph';

/** A relation of a node to another one, and the passage that says so. */
export interface StatedRelation {
  readonly key: string;
  readonly other: GraphNode;
  /** Name of the relation, or its kind. */
  readonly label: string;
  /** Whether it leads from the node to the other one. */
  readonly isOutward: boolean;
  readonly paragraph: string | undefined;
}

/** A resource that mentions a node. */
export interface Mention {
  readonly rid: string;
  readonly paragraph: string | undefined;
}

/** What is known of a node: its relations, where it is mentioned, and what is mentioned beside it most often. */
export interface NodeFacts {
  readonly relations: readonly StatedRelation[];
  readonly mentions: readonly Mention[];
  readonly beside: readonly { readonly node: GraphNode; readonly count: number }[];
}

const BESIDE_MAX = 24;

/** @param edges those of the node @param beside edges of resources that mention it */
export function factsOf(node: GraphNode, edges: readonly GraphPath[], beside: readonly GraphPath[]): NodeFacts {
  const isMention = ({ source, relation }: GraphPath) => source.type === 'resource' && relation.label === '';
  const relations = edges.flatMap((edge, index) => {
    const [other] = otherEnd(edge, node);
    if (!other || other.type === 'resource' || isMention(edge)) return [];
    const { label, type } = edge.relation;
    const isOutward = keyOf(other) === keyOf(edge.destination);
    const paragraph = edge.metadata?.paragraph_id ?? undefined;
    return [{ key: String(index), other, label: label || type, isOutward, paragraph }];
  });
  const mentions = edges.flatMap((edge) => {
    const [other] = otherEnd(edge, node);
    if (other?.type !== 'resource') return [];
    return [{ rid: other.value, paragraph: edge.metadata?.paragraph_id ?? undefined }];
  });
  return { relations, mentions: distinct(mentions), beside: counted(beside) };
}

function distinct(mentions: readonly Mention[]): readonly Mention[] {
  return [...new Map([...mentions].reverse().map((one) => [one.rid, one])).values()].reverse();
}

function counted(edges: readonly GraphPath[]): NodeFacts['beside'] {
  const counts = new Map<string, { node: GraphNode; rids: Set<string> }>();
  for (const { source, destination } of edges) {
    if (source.type !== 'resource' || destination.type === 'resource') continue;
    const known = counts.get(keyOf(destination)) ?? { node: destination, rids: new Set() };
    known.rids.add(source.value);
    counts.set(keyOf(destination), known);
  }
  return [...counts.values()]
    .map(({ node, rids }) => ({ node, count: rids.size }))
    .sort((one, other) => other.count - one.count || one.node.value.localeCompare(other.node.value))
    .slice(0, BESIDE_MAX);
}
