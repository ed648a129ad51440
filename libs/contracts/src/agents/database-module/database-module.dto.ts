import { IsBoolean, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { PROMPT_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { ListOf, Literal, MapOf, Widget } from '../../validation/decorators';
import { text } from '../../validation/node';
import { ContextMembers, contextTable, PublishedFunctions } from '../context-members/context-members.dto';
import { DRIVER_NAME_CHARS_MAX, IDENTIFIER_CHARS_MAX } from '../driver-members/driver-members.dto';
import { type ModelName, TakesModel } from '../module/module.dto';

const NAMES_MAX = 300;
const NAME_CHARS_MAX = 256;
const RETRIES_MAX = 10;
const SAMPLE_ROWS_MAX = 20;
const STRING_CHARS_MAX = 100_000;
const TOP_MAX = 1_000;

/** Names of tables or other things of a database. */
const Names = (): PropertyDecorator => ListOf(text({ minLength: 1, maxLength: NAME_CHARS_MAX }), { max: NAMES_MAX });

/** Functions of `sql`. */
export const sqlFunctions = ['ask_database', 'query_database', 'describe_database'] as const;
/** Functions of `cypher`. */
export const cypherFunctions = ['ask_graph', 'query_graph', 'describe_graph'] as const;

/** Answers from a relational database: a model writes a query, which is checked and only reads. */
@contextTable.entry('sql')
export class SqlModuleConfig extends ContextMembers {
  /** Name of the module. */
  @Literal('sql') module!: 'sql';
  /** Identifier of a driver of `sql`. */
  @IsString() @MinLength(1) @MaxLength(IDENTIFIER_CHARS_MAX) @Widget('filtered_source_select') source!: string;
  /** What the database is about, for models. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Widget('expandable_textarea') description?: string | null;
  /** Schema that is read, instead of that of the driver. */
  @IsOptional() @IsString() @MaxLength(DRIVER_NAME_CHARS_MAX) sqlschema?: string | null;
  /** How often a model may write another query after one that failed. */
  @IsInt() @Min(0) @Max(RETRIES_MAX) retries: Integer = 3;
  /** Tables that are not read. */
  @Names() ignore_tables: string[] = [];
  /** The only tables that are read; all when empty. */
  @Names() include_tables: string[] = [];
  /** Rows of each table that models see as examples. */
  @IsInt() @Min(0) @Max(SAMPLE_ROWS_MAX) sample_rows_in_table_info: Integer = 3;
  /** Whether models see the indexes of tables. */
  @IsBoolean() indexes_in_table_info: boolean = false;
  /** Descriptions of tables that models see instead of columns and examples, by table. */
  @MapOf(text({ maxLength: 10_000 }), { sizeMax: NAMES_MAX }) custom_table_info: Record<string, string> = {};
  /** Whether views are read, too. */
  @IsBoolean() view_support: boolean = false;
  /** Characters of a value; longer ones are cut. */
  @IsInt() @Min(1) @Max(STRING_CHARS_MAX) max_string_length: Integer = 300;
  /** Whether models see columns and examples only of tables that the question seems to be about. */
  @IsBoolean() lazy_table_reflection: boolean = false;
  /** Model that writes queries. */
  @TakesModel() conversion_model?: ModelName | null;
  /** Functions that `smart` may call. */
  @PublishedFunctions(sqlFunctions) published_functions: string[] = [...sqlFunctions];
}

/** Answers from a graph database: a model writes a query in Cypher, which is checked and only reads. */
@contextTable.entry('cypher')
export class CypherModuleConfig extends ContextMembers {
  /** Name of the module. */
  @Literal('cypher') module!: 'cypher';
  /** Identifier of a driver of `cypher`. */
  @IsString() @MinLength(1) @MaxLength(IDENTIFIER_CHARS_MAX) @Widget('filtered_source_select') source!: string;
  /** Labels and types of relationships that models do not see, and that queries must not name. */
  @Names() exclude_types: string[] = [];
  /** The only ones that they see; all when empty. */
  @Names() include_types: string[] = [];
  /** Must be false: queries only read. */
  @Literal(false) allow_dangerous_requests: boolean = false;
  /** Rows that are read. */
  @IsInt() @Min(1) @Max(TOP_MAX) top_k: Integer = 10;
  /** Model that writes queries. */
  @TakesModel() model?: ModelName | null;
  /** Functions that `smart` may call. */
  @PublishedFunctions(cypherFunctions) published_functions: string[] = [...cypherFunctions];
}
