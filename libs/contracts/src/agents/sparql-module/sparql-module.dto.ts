import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import type { Integer } from '../../core/integer';
import { PROMPT_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { ListOf, Literal, Widget } from '../../validation/decorators';
import { text } from '../../validation/node';
import { ContextMembers, contextTable, PublishedFunctions } from '../context-members/context-members.dto';
import { type ModelName, TakesModel } from '../module/module.dto';
import { TakesDriver } from '../web-module/web-module.dto';

const RETRIES_MAX = 10;
const ROWS_MAX = 1_000;
const GRAPHS_MAX = 50;
const IRI_CHARS_MAX = 2_048;
/** Functions that `smart` may call. */
export const sparqlFunctions = ['sparql_ask', 'sparql_query', 'sparql_schema'] as const;

/** Answers from a graph that is queried with SPARQL. Queries only read. */
@contextTable.entry('sparql')
export class SparqlModuleConfig extends ContextMembers {
  /** Name of the module. */
  @Literal('sparql') module!: 'sparql';
  /** Identifier of a driver of a graph. */
  @TakesDriver() source!: string;
  /** What is in the graph, for models. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Widget('expandable_textarea') description?: string | null;
  /** How often a model may correct its query. */
  @IsInt() @Min(0) @Max(RETRIES_MAX) retries: Integer = 3;
  /** Most rows of a result. */
  @IsInt() @Min(1) @Max(ROWS_MAX) top_k: Integer = 100;
  /** Graphs that queries may name in FROM and GRAPH; none when empty. */
  @Widget('array_string_field')
  @ListOf(text({ minLength: 1, maxLength: IRI_CHARS_MAX, patterns: [/^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/] }), {
    max: GRAPHS_MAX,
  })
  graphs: string[] = [];
  /** Model that writes queries. */
  @TakesModel() conversion_model?: ModelName | null;
  /** Functions that `smart` may call. */
  @PublishedFunctions(sparqlFunctions) published_functions: string[] = [...sparqlFunctions];
}
