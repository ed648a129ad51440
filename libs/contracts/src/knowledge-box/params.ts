import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { FIELD_ID, fieldTypes, SLUG, type FieldType } from './identifiers';

/** A resource named by id or by slug, whichever the path has. */
export class ResourceTarget {
  @IsString() kbid!: string;
  @IsOptional() @IsString() rid?: string;
  @IsOptional() @Matches(SLUG) rslug?: string;
}

export class FieldTarget extends ResourceTarget {
  @Matches(FIELD_ID) field_id!: string;
}

export class TypedFieldTarget extends FieldTarget {
  @IsIn(fieldTypes) field_type!: FieldType;
}

export class KnowledgeBoxTarget {
  @IsString() kbid!: string;
}
