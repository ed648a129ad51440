import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import type { Integer } from '../../core/integer';
import { Together } from '../../validation/decorators';
import { NODE_VALUE_CHARS_MAX, PARAGRAPH_KEY_CHARS_MAX, RELATION_LABEL_CHARS_MAX } from '../limits';

/** Kinds of relations. */
export const relationTypes = ['ABOUT', 'CHILD', 'COLAB', 'ENTITY', 'OTHER', 'SYNONYM'] as const;
/**
 * Kind of a relation. `CHILD` leads to a resource, `COLAB` to a user and `ENTITY` to an entity; the others lead
 * anywhere.
 */
export type RelationType = (typeof relationTypes)[number];

/** Kinds of nodes. */
export const relationNodeTypes = ['entity', 'label', 'resource', 'user'] as const;
/** Type of a node of the graph. */
export type RelationNodeType = (typeof relationNodeTypes)[number];

/** A node of the graph of relations: its type, group and value identify it. */
@Together<RelationNode>(({ type, group }) =>
  type === 'entity' && !group ? `All entity values must define a 'group'` : undefined,
)
export class RelationNode {
  /** Value of the node: id of a resource, name of a user or of an entity, `labelset/label`. */
  @IsString() @MaxLength(NODE_VALUE_CHARS_MAX) value!: string;
  /** Its type. */
  @IsIn(relationNodeTypes) type!: RelationNodeType;
  /** Family of an entity, such as `PERSON`; required for entities. */
  @IsOptional() @IsString() @MaxLength(NODE_VALUE_CHARS_MAX) group?: string | null;
}

/** Offset in code points of a text. */
const OFFSET_MAX = 2_147_483_647;

/** Where a relation is stated. It is kept and shown. */
export class RelationPlace {
  /** Id of a paragraph. */
  @IsOptional() @IsString() @MaxLength(PARAGRAPH_KEY_CHARS_MAX) paragraph_id?: string | null;
  /** Where the source starts in the paragraph. */
  @IsOptional() @IsInt() @Min(0) @Max(OFFSET_MAX) source_start?: Integer | null;
  /** Where the source ends. */
  @IsOptional() @IsInt() @Min(0) @Max(OFFSET_MAX) source_end?: Integer | null;
  /** Where the destination starts in the paragraph. */
  @IsOptional() @IsInt() @Min(0) @Max(OFFSET_MAX) to_start?: Integer | null;
  /** Where the destination ends. */
  @IsOptional() @IsInt() @Min(0) @Max(OFFSET_MAX) to_end?: Integer | null;
  /** Id of the task that found the relation. */
  @IsOptional() @IsString() @MaxLength(PARAGRAPH_KEY_CHARS_MAX) data_augmentation_task_id?: string | null;
}

const destinations: Partial<Record<RelationType, RelationNodeType>> = {
  CHILD: 'resource',
  COLAB: 'user',
  ENTITY: 'entity',
};

/** A relation that a user states: from the resource, or from another node, to a node. */
@Together<RelationPayload>(({ relation, to }) => {
  const needed = destinations[relation];
  return needed && to.type !== needed ? `Relations of type ${relation} lead to a node of type ${needed}` : undefined;
})
export class RelationPayload {
  /** Kind of the relation. */
  @IsIn(relationTypes) relation!: RelationType;
  /** Name of the relation, such as `works for`. */
  @IsOptional() @IsString() @MaxLength(RELATION_LABEL_CHARS_MAX) label?: string | null;
  /** Where it is stated. */
  @IsOptional() @ValidateNested() @Type(() => RelationPlace) metadata?: RelationPlace | null;
  /** Where it starts; the resource itself when absent. */
  @IsOptional() @ValidateNested() @Type(() => RelationNode) from?: RelationNode | null;
  /** Where it leads. */
  @ValidateNested() @Type(() => RelationNode) to!: RelationNode;
}

/** A node of a relation, as it is stored. */
export interface StoredRelationNode {
  /** Value of the node. */
  readonly value: string;
  /** Its type. */
  readonly type: RelationNodeType;
  /** Family of an entity; null when none was given. */
  readonly group: string | null;
}

/** Where a relation is stated, as it was sent; members that were not sent are null. */
export interface StoredRelationPlace {
  /** Id of a paragraph. */
  readonly paragraph_id: string | null;
  /** Where the source starts in the paragraph. */
  readonly source_start: Integer | null;
  /** Where the source ends. */
  readonly source_end: Integer | null;
  /** Where the destination starts in the paragraph. */
  readonly to_start: Integer | null;
  /** Where the destination ends. */
  readonly to_end: Integer | null;
  /** Id of the task that found the relation. */
  readonly data_augmentation_task_id: string | null;
}

/** A relation that a user states, as it is read. */
export interface Relation {
  /** Kind of the relation. */
  readonly relation: RelationType;
  /** Name of the relation; null without one. */
  readonly label: string | null;
  /** Where it is stated; null when that was not sent. */
  readonly metadata: StoredRelationPlace | null;
  /** Where it starts; the resource itself when that was not sent. */
  readonly from: StoredRelationNode;
  /** Where it leads. */
  readonly to: StoredRelationNode;
}
