import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { ForbidUnknown, Satisfies, Together } from '../../validation/decorators';
import { KEY_VALUE_KEY, KV_SCHEMA_ID, type KeyValueType, keyValueTypes } from '../../core/identifiers';
import { KV_FIELD_DESCRIPTION_CHARS_MAX, KV_SCHEMA_DESCRIPTION_CHARS_MAX, KV_SCHEMA_FIELDS_MAX } from '../limits';
import { KnowledgeBoxTarget } from '../params';

const rangeTypes: readonly KeyValueType[] = ['integer', 'float', 'date'];

/** One key that key-value fields of a schema may have. */
@Together<KvSchemaField>(({ type, range }) =>
  range && !rangeTypes.includes(type) ? `${type} is not an allowed range type` : undefined,
)
@Together<KvSchemaField>(({ type, repeated }) =>
  repeated && type !== 'text' ? `${type} is not an allowed repeated type` : undefined,
)
export class KvSchemaField {
  /** Name of the key, unique within the schema: 1 to 64 characters without slash and dot, and not `__proto__`. */
  @Matches(KEY_VALUE_KEY) @Satisfies(prototypeProblem) key!: string;
  /** Type of its values. */
  @IsIn(keyValueTypes) type!: KeyValueType;
  /** Meaning of the key, for people and models. */
  @IsString() @MaxLength(KV_FIELD_DESCRIPTION_CHARS_MAX) description: string = '';
  /** Whether every key-value field of the schema has the key. */
  @IsBoolean() required: boolean = true;
  /**
   * Whether values may be ranges. Only with the types `integer` and `float`, which then take a number or a range, and
   * `date`, which then takes a range only.
   */
  @IsBoolean() range: boolean = false;
  /** Whether values may be lists of texts, instead of one text. Only with the type `text`. */
  @IsBoolean() repeated: boolean = false;
}

/** Which keys the key-value fields of one id have, and of which types their values are. */
export class KvSchema {
  /** Id of the schema, unique within the knowledge box, and of its key-value fields. Not `__proto__`. */
  @Matches(KV_SCHEMA_ID) @Satisfies(prototypeProblem) id!: string;
  /** Purpose of the schema, for people and models. */
  @IsString() @MaxLength(KV_SCHEMA_DESCRIPTION_CHARS_MAX) description: string = '';
  /** Its keys, at most 50. */
  @IsArray()
  @ArrayMaxSize(KV_SCHEMA_FIELDS_MAX)
  @ValidateNested({ each: true })
  @Type(() => KvSchemaField)
  @Satisfies(repeatedKeyProblem)
  fields: KvSchemaField[] = [];
}

/** Members of a schema to replace; absent or null ones stay as they are. Unknown members are refused. */
@ForbidUnknown()
export class ModifyKvSchemaPayload {
  /** The id in the path, or nothing: ids do not change. */
  @IsOptional() @Matches(KV_SCHEMA_ID) id?: string | null;
  /** Purpose of the schema, for people and models. */
  @IsOptional() @IsString() @MaxLength(KV_SCHEMA_DESCRIPTION_CHARS_MAX) description?: string | null;
  /** All its keys, at most 50: they replace the existing ones. Stored values stay as they are. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(KV_SCHEMA_FIELDS_MAX)
  @ValidateNested({ each: true })
  @Type(() => KvSchemaField)
  @Satisfies(repeatedKeyProblem)
  fields?: KvSchemaField[] | null;
}

/** The schemas of a knowledge box. */
export class KvSchemaList {
  /** All of them, at most 20, by id. */
  schemas!: Readonly<Record<string, KvSchema>>;
}

/** A schema of a knowledge box, named in a path. */
export class KvSchemaTarget extends KnowledgeBoxTarget {
  /** Id of the schema. */
  @Matches(KV_SCHEMA_ID) schema_id!: string;
}

/** No dictionary of JavaScript has this name for a member. */
function prototypeProblem(name: string): string | undefined {
  return name === '__proto__' ? 'the name __proto__ is reserved' : undefined;
}

function repeatedKeyProblem(fields: readonly KvSchemaField[]): string | undefined {
  const keys = new Set(fields.map(({ key }) => key));
  return keys.size < fields.length ? 'Schema field keys must be unique' : undefined;
}
