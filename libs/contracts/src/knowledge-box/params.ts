import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { KnowledgeBoxId, ResourceId } from '../validation/ids';
import { FIELD_ID, type FieldType, fieldTypes, SLUG } from '../core/identifiers';
import { ARTEFACT_CHARS_MAX } from './limits';

/** The paths of an operation on a resource, by id and by slug; `rest` is what follows. Goes with `ResourceTarget`. */
export function resourcePaths(rest = ''): readonly [byId: string, bySlug: string] {
  return [`/api/v1/kb/{kbid}/resource/{rid}${rest}`, `/api/v1/kb/{kbid}/slug/{rslug}${rest}`];
}

/** A resource, named in a path by its id or its slug. */
export class ResourceTarget {
  /** Id of the knowledge box, UUID with or without hyphens. */
  @KnowledgeBoxId() kbid!: string;
  /** Id of the resource, 32 hex digits; hyphens are allowed. */
  @IsOptional() @ResourceId() rid?: string;
  /** Slug of the resource. A resource that was given none has its id as slug. */
  @IsOptional() @Matches(SLUG) rslug?: string;
}

/** A field of a resource, of the type that the path says. */
export class FieldTarget extends ResourceTarget {
  /** Id of the field, unique among fields of its type in the resource. */
  @Matches(FIELD_ID) field_id!: string;
}

/** A field of a resource, of any type. */
export class TypedFieldTarget extends FieldTarget {
  /** Type of the field. */
  @IsIn(fieldTypes) field_type!: FieldType;
}

/** An artefact of processing of a field. */
export class ExtractedFileTarget extends TypedFieldTarget {
  /** Name of the artefact; may contain slashes. */
  @IsString() @MaxLength(ARTEFACT_CHARS_MAX) path!: string;
}

/** A knowledge box, named in a path. */
export class KnowledgeBoxTarget {
  /** Id of the knowledge box, UUID with or without hyphens. */
  @KnowledgeBoxId() kbid!: string;
}

/** A knowledge box, where the path names one. */
export class OptionalKnowledgeBox {
  /** Id of the knowledge box, UUID with or without hyphens. */
  @IsOptional() @KnowledgeBoxId() kbid?: string;
}
