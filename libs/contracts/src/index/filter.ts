/**
 * Condition on the entries of an index, as one small tree that every engine can compile.
 * Leaves speak of paragraphs; a leaf about a resource or field holds for all its paragraphs.
 */
export type IndexFilter =
  | { readonly all: readonly IndexFilter[] }
  | { readonly any: readonly IndexFilter[] }
  | { readonly not: IndexFilter }
  | CarriedLabel
  /** Belongs to one of these resources (32 hex). */
  | { readonly resources: readonly string[] }
  /** Belongs to one of these fields: `t`, `t/body`. A letter alone keeps all fields of the type. */
  | { readonly fields: readonly string[] }
  /** Belongs to one of these fields of one resource: `{rid}/t/body`. */
  | { readonly resourceFields: readonly string[] }
  /** Milliseconds since the epoch, both ends inclusive. Origin dates take precedence when the record was built. */
  | { readonly date: 'created' | 'modified'; readonly sinceMs?: number; readonly untilMs?: number }
  /** Public, or shares a group. An empty list keeps public ones only. */
  | { readonly visibleTo: readonly string[] }
  | { readonly hidden: boolean }
  /** In this language (ISO 639-1). */
  | { readonly language: string };

/** Carries this label path or one below it: `/l/topics` keeps `/l/topics/greek`, never `/l/topicsx`. */
interface CarriedLabel {
  /** The path. */
  readonly label: string;
  /** Whether the resource or the paragraph itself carries it; either when absent. Only for labels below `/l`. */
  readonly of?: LabelOwner;
  /** Whether slashes at its end belong to the label, as in one that is called `/`. */
  readonly isExact?: boolean;
}

/** Owner of a label of a labelset. Labels that agents give a field count as those of its resource. */
export type LabelOwner = 'resource' | 'paragraph';
