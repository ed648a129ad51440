import { IsBoolean, IsString, Length } from 'class-validator';
import { ENTITY_LABEL_CHARS_MAX } from '../../index/label';
import { KnowledgeBoxTarget } from '../params';

/** Entities of one group that are returned. */
export const ENTITIES_PER_GROUP_MAX = 500;

/** How much of the groups is wanted. */
export class EntitiesGroupsQuery {
  /** Must be false: the entities of a group come with the group. */
  @IsBoolean() show_entities: boolean = false;
}

/** A group of entities of a knowledge box, named in a path. */
export class EntitiesGroupTarget extends KnowledgeBoxTarget {
  /** Type of the entities, such as `PERSON`. */
  @IsString() @Length(1, ENTITY_LABEL_CHARS_MAX) group!: string;
}

/** An entity that fields mention. */
export interface GroupedEntity {
  /** The name. */
  readonly value: string;
  /** Always false: a name that another one replaces is not listed. */
  readonly merged: boolean;
  /**
   * Names that it replaces wherever content mentions them, including content added later. Empty for callers who do not
   * see all resources.
   */
  readonly represents: readonly string[];
}

/** A group of entities: all of one type. */
export class EntitiesGroup {
  /** Type of the entities. */
  title!: string;
  /** Colour in which clients show them: always `blue`. */
  color!: string;
  /** Always false: groups come from the content. */
  custom!: boolean;
  /** Entities by name: those that most fields mention, at most 500. */
  entities!: Readonly<Record<string, GroupedEntity>>;
}

/** The groups of entities of a knowledge box. */
export class EntitiesGroups {
  /** Id of the knowledge box. */
  uuid!: string;
  /** Groups by type, without their entities. */
  groups!: Readonly<Record<string, EntitiesGroup>>;
}
