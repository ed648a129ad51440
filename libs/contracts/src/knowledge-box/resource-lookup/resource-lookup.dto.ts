import type { Visibility } from '../../core/visibility';
import type { FieldType } from '../../core/identifiers';
import type { ExtractedPart, ResourceShow } from '../read-query/read-query.dto';
import type { Resource } from '../resource/resource.dto';

/** Resources by id, many at once: find and ask return them beside their hits. */
export class ResourcesQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Ids or slugs, at most 500. */
  ids!: readonly string[];
  /** Resources that are not visible count as unknown. */
  visibility!: Visibility;
  /** Parts of each resource. */
  show!: readonly ResourceShow[];
  /** Only fields of these types. */
  fieldTypes!: readonly FieldType[];
  /** Parts of what processing found. */
  extracted!: readonly ExtractedPart[];
}

/** Resources by the id or slug that named them. */
export class ResourcesFound {
  /** Unknown ones are left out. */
  resources!: Readonly<Record<string, Resource>>;
}

/** Which of the resources that an index found are there and may be seen now. */
export class VisibleResourcesQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Ids of resources, at most 1,000. */
  rids!: readonly string[];
  /** Which resources count as visible. */
  visibility!: Visibility;
}

/** Resources that exist and are visible. */
export class VisibleResources {
  /** Their ids, in no particular order. */
  rids!: readonly string[];
}

/** The texts of resources to sum up, from their beginnings. */
export class TextsQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Ids or slugs, at most 100. */
  ids!: readonly string[];
  /** Resources that are not visible count as unknown. */
  visibility!: Visibility;
  /** Code points of all texts of one resource; the rest is left out. */
  charsMax!: number;
}

/** Texts of one resource by its fields, such as `t/body`. */
export type TextsByField = Readonly<Record<string, string>>;

/** Texts of resources by the id or slug that named them. */
export class TextsFound {
  /** Unknown ones are left out. One without any text has no fields. */
  resources!: Readonly<Record<string, TextsByField>>;
  /** The id or slug of those whose processing is not complete: they may get more texts. */
  pending!: readonly string[];
}
