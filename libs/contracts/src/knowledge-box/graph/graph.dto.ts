import type { IndexFilter } from '../../index/filter';
import type { Visibility } from '../../core/visibility';
import type { RelationNodeType, RelationType, StoredRelationPlace } from '../relation/relation.dto';

/** Ways to compare the value of a node. */
export type NodeMatch = 'exact' | 'fuzzy' | 'fuzzy_words' | 'semantic';

/** A name that means nearly the same as one in the query. */
export interface SimilarName {
  /** The name, compared without regard to case, accents and spaces. */
  readonly value: string;
  /** How near it is: a cosine. */
  readonly score: number;
}

/** Nodes to look for; absent members are not compared. */
export interface NodePattern {
  /** Their type. */
  readonly type?: RelationNodeType;
  /** Their family. */
  readonly group?: string;
  /** Their value, compared as `match` says: without regard to case, accents and spaces. */
  readonly value?: string;
  /** How values are compared. */
  readonly match: NodeMatch;
  /** Values that match in place of `value` with `semantic`, best first. */
  readonly similar?: readonly SimilarName[];
}

/** Relations to look for; absent members are not compared. */
export interface RelationPattern {
  /** Their kind. */
  readonly type?: RelationType;
  /** Their name. */
  readonly label?: string;
  /** How names are compared; exactly when absent. */
  readonly match?: 'exact' | 'semantic';
  /** Names that match in place of `label` with `semantic`, best first; compared exactly. */
  readonly similar?: readonly SimilarName[];
}

/** An edge with its ends. */
export interface PathPattern {
  /** Where it starts. */
  readonly source?: NodePattern;
  /** Its type. */
  readonly relation?: RelationPattern;
  /** Where it leads. */
  readonly destination?: NodePattern;
  /** Whether it may also lead the other way. */
  readonly undirected: boolean;
}

/** Who made an edge. */
export const edgeProvenances = ['data-augmentation', 'processor', 'user'] as const;
/** Who made an edge. */
export type EdgeProvenance = (typeof edgeProvenances)[number];

/**
 * Conditions on an edge of the graph, as one tree. In a query of nodes, each end of an edge is judged by itself,
 * and `either` is that end.
 */
export type GraphQuery =
  | { readonly all: readonly GraphQuery[] }
  | { readonly any: readonly GraphQuery[] }
  | { readonly not: GraphQuery }
  | { readonly path: PathPattern }
  | { readonly node: NodePattern; readonly at: 'source' | 'destination' | 'either' }
  | { readonly relation: RelationPattern }
  /** With `taskPrefix` only what tasks made whose ids begin so. */
  | { readonly generatedBy: EdgeProvenance; readonly taskPrefix?: string };

/** A query of the graph with what its caller may see. */
export class GraphReading {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Edges of resources that are not visible do not count. */
  visibility!: Visibility;
  /**
   * Keeps edges of fields; those that a resource itself states are of no field. Conditions on paragraphs apply to the
   * one that states the edge, or that mentions the name first.
   */
  filter?: IndexFilter;
  /** The nodes, relations or paths to look for. */
  query!: GraphQuery;
  /** Most results. */
  limit!: number;
  /** Only paths that a paragraph of their resource states. */
  inParagraphs?: boolean;
  /** Which resource states each path is wanted; what several state comes once for each. */
  byResource?: boolean;
  /** After so long it is given up; 8 seconds when absent. */
  timeoutMs?: number;
}

/** Entities whose names begin with one of some texts, regardless of case and accents. */
export class GraphNamesQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Edges of resources that are not visible do not count. */
  visibility!: Visibility;
  /** Keeps edges of fields, as in a reading. */
  filter?: IndexFilter;
  /** Beginnings of names, at most three. Of each, the first 100 names in alphabetical order are looked at. */
  beginnings!: readonly string[];
  /** Most results. */
  limit!: number;
  /** Where no name begins so, how long names with a letter wrong are looked for; not at all when absent. */
  misspeltTimeoutMs?: number;
}

/** A node of the graph. */
export interface GraphNode {
  /** Value of the node: id of a resource, name of a user or of an entity, `labelset/label`. */
  readonly value: string;
  /** Its type. */
  readonly type: RelationNodeType;
  /** Family of an entity, such as `PERSON`; empty without one. */
  readonly group: string;
}

/** A relation of the graph. */
export interface GraphRelation {
  /** Name of the relation; empty without one. */
  readonly label: string;
  /** Kind of the relation. */
  readonly type: RelationType;
}

/** Where a path is stated. */
export interface GraphPathPlace {
  /** Field that mentions the destination, as `{rid}/{letter}/{id}`; null when the resource itself states the path. */
  readonly field_id: string | null;
  /** Paragraph that states the path, or that mentions the destination first; null when none is known. */
  readonly paragraph_id: string | null;
}

/** A path of the graph: an edge with its ends. */
export interface GraphPath {
  /** Where it starts. */
  readonly source: GraphNode;
  /** The relation from one end to the other. */
  readonly relation: GraphRelation;
  /** Where it leads. */
  readonly destination: GraphNode;
  /** Where it is stated; null when the resource itself states it without a paragraph. */
  readonly metadata: GraphPathPlace | null;
  /** How well it matches: 1 for an exact match, less for a fuzzy one. */
  readonly score: number;
}

/** Paths, the best first. */
export class GraphPaths {
  /** Different ones. */
  paths!: readonly GraphPath[];
}

/** Paths as other services read them. */
export class GraphPathsRead {
  /** Different ones, the best first. */
  paths!: readonly (GraphPath & {
    /** Id of the resource that states the path. With `byResource`. */
    readonly statedBy?: string;
  })[];
}

/** Nodes, the best first. */
export class GraphNodes {
  /** Different ones; those with more edges come first among equal scores. */
  nodes!: readonly (GraphNode & {
    /** How well it matches: 1 for an exact match, less for a fuzzy one. */
    readonly score: number;
  })[];
}

/** Relations, the best first. */
export class GraphRelations {
  /** Different ones; those of more edges come first among equal scores. */
  relations!: readonly (GraphRelation & {
    /** Always 1. */
    readonly score: number;
  })[];
}

/** Entities whose relations are wanted. */
export class EntityRelationsQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Relations of resources that are not visible do not count. */
  visibility!: Visibility;
  /** A text to search for entities of the box: names of up to 5 words among its first 100. */
  text?: string;
  /** Entities that are looked up instead, at most 20. */
  entities?: readonly {
    /** Name of the entity. */
    readonly value: string;
    /** Kind of the node. */
    readonly type: RelationNodeType;
    /** Its family; any when absent. */
    readonly group?: string;
  }[];
}

/** A relation of an entity with the node at its other end. */
export interface RelatedEntity {
  /** Value of the other node. */
  readonly entity: string;
  /** Its type. */
  readonly entity_type: RelationNodeType;
  /** Family of an entity; empty without one. */
  readonly entity_subtype: string;
  /** Kind of the relation. */
  readonly relation: RelationType;
  /** Name of the relation; empty without one. */
  readonly relation_label: string;
  /** `out` when the relation leads to the other node, `in` when it comes from there. */
  readonly direction: 'in' | 'out';
  /** Where it is stated; null when that is not known. */
  readonly metadata: Partial<StoredRelationPlace> | null;
  /** Id of the resource that states it. */
  readonly resource_id: string;
}

/** Relations of entities. */
export class EntityRelations {
  /** By name of the entity: at most 20, with at most 50 relations each. */
  entities!: Readonly<Record<string, RelatedTo>>;
}

/** Relations of an entity. */
export interface RelatedTo {
  /** Its relations; perhaps none. */
  readonly related_to: readonly RelatedEntity[];
}
