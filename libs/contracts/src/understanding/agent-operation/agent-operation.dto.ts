import {
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import type { Integer } from '../../core/integer';
import { isObject } from '../../core/json-object';
import { FILTER_JSON_CHARS_MAX, filterJsonProblem } from '../../index/filter-bounds';
import { IsWebAddress, RequestHeaders } from '../../knowledge-box/http-request';
import {
  MODEL_NAME_CHARS_MAX,
  PROVIDER_NAME,
  PROVIDERS_MAX,
  UserPrompt,
} from '../../knowledge-box/learning-configuration/learning-configuration.dto';
import { UserKeys } from '../../knowledge-box/user-keys/user-keys.dto';
import { FIELD_ID, fieldTypeOfLetter, KV_SCHEMA_ID } from '../../core/identifiers';
import { PROMPT_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { keyWithin } from '../../validation/json-bounds';
import { ListOf, MapOf, Nested, Satisfies, Together, Unsupported } from '../../validation/decorators';
import { choice, text, whole } from '../../validation/node';
import { StrategyReasoning } from '../strategy-model/strategy-model.dto';

/** Characters of a name that becomes a part of generated ids. */
const IDENT_CHARS_MAX = 64;
const NAME_CHARS_MAX = 250;
const DESCRIPTION_CHARS_MAX = 4_096;
const EXAMPLE_CHARS_MAX = 10_000;
const LABELS_MAX = 200;
const EXAMPLES_MAX = 20;
const DEFINITIONS_MAX = 200;
const OPERATIONS_MAX = 10;
const RULES_MAX = 50;
/** Merges that one task proposes. */
export const MERGES_MAX = 1_000;
const RENAMES_MAX = 100;
const FILTER_VALUES_MAX = 1_000;
const FILTER_CHARS_MAX = 1_024;
const TRIGGERS_MAX = 10;
const PARAM_CHARS_MAX = 4_096;
const byName = { sizeMax: 20, keyRules: [keyWithin(256)] };

/** A name that becomes a part of ids: `da-{name}-…`. */
const IDENT = /^[a-zA-Z0-9:_]*$/;

const KV_SCHEMA_ID_OR_EMPTY = new RegExp(`^$|${KV_SCHEMA_ID.source}`);

/** Types of work of agents on texts. */
export const agentOperationTypes = ['label', 'graph', 'ask', 'qa', 'extract', 'prompt_guard', 'llm_guard'] as const;
/** Type of work of an agent. */
export type AgentOperationType = (typeof agentOperationTypes)[number] | 'memory' | 'align';

/** An address that is called with what an operation found in a field. */
export class AgentTrigger {
  /** An address on the public internet. */
  @IsString() @IsWebAddress() url!: string;
  /** Headers of each call. Their values are secrets: they are shown as `********`. */
  @IsOptional() @RequestHeaders() headers: Record<string, string> | null = {};
  /** Query parameters of each call, at most 20. Their values are secrets, too. */
  @IsOptional() @MapOf(text({ maxLength: PARAM_CHARS_MAX }), byName) params: Record<string, string> | null = {};
}

/** A label that an agent may give. */
export class AgentLabelDefinition {
  /** The label. */
  @IsString() @Length(1, NAME_CHARS_MAX) label!: string;
  /** Its meaning. */
  @IsOptional() @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description?: string | null;
  /** Texts that have it, at most 20. */
  @ListOf(text({ maxLength: EXAMPLE_CHARS_MAX }), { max: EXAMPLES_MAX }) examples: string[] = [];
}

/** Labels texts. */
export class LabelOperation {
  /** Labelset of the labels: letters, digits, `:` and `_`. */
  @IsString() @Length(1, IDENT_CHARS_MAX) @Matches(IDENT) ident!: string;
  /** Labels to choose from, at most 200. */
  @ListOf(() => AgentLabelDefinition, { max: LABELS_MAX }) labels: AgentLabelDefinition[] = [];
  /** The subject of the labels. */
  @IsOptional() @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description?: string | null;
  /** Whether a text may get several labels. */
  @IsBoolean() multiple: boolean = false;
  /** Addresses that are called with what was found in each field, at most 10. */
  @IsOptional() @ListOf(() => AgentTrigger, { max: TRIGGERS_MAX }) triggers?: AgentTrigger[] | null;
}

/** A type of entities. */
export class EntityDefinition {
  /** Name of the type, such as `COMPANY`. */
  @IsString() @Length(1, NAME_CHARS_MAX) label!: string;
  /** Its meaning. */
  @IsOptional() @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description?: string | null;
}

/** An entity of an example. */
export class ExampleEntity {
  /** How the text names it. */
  @IsString() @MaxLength(NAME_CHARS_MAX) name!: string;
  /** Its type. */
  @IsString() @MaxLength(NAME_CHARS_MAX) label!: string;
}

/** A relation of an example. */
export class ExampleRelation {
  /** Name of the entity that it starts at. */
  @IsString() @MaxLength(NAME_CHARS_MAX) source!: string;
  /** Name of the entity that it leads to. */
  @IsString() @MaxLength(NAME_CHARS_MAX) target!: string;
  /** Name of the relation. */
  @IsString() @MaxLength(NAME_CHARS_MAX) label!: string;
}

/** A text with the entities and relations to find in it. */
export class GraphExample {
  /** The text. */
  @IsString() @MaxLength(EXAMPLE_CHARS_MAX) text!: string;
  /** Entities that it mentions. */
  @ListOf(() => ExampleEntity, { max: DEFINITIONS_MAX }) entities: ExampleEntity[] = [];
  /** Relations that it states. */
  @ListOf(() => ExampleRelation, { max: DEFINITIONS_MAX }) relations: ExampleRelation[] = [];
}

/** Finds entities and relations. */
export class GraphOperation {
  /** Name under which they are stored: letters, digits, `:` and `_`. */
  @IsString() @Length(1, IDENT_CHARS_MAX) @Matches(IDENT) ident!: string;
  /** Types of entities to look for; any type when empty. */
  @ListOf(() => EntityDefinition, { max: DEFINITIONS_MAX }) entity_defs: EntityDefinition[] = [];
  /** Texts with the entities and relations to find in them, at most 20. */
  @ListOf(() => GraphExample, { max: EXAMPLES_MAX }) examples: GraphExample[] = [];
  /** Addresses that are called with what was found in each field, at most 10. */
  @IsOptional() @ListOf(() => AgentTrigger, { max: TRIGGERS_MAX }) triggers?: AgentTrigger[] | null;
}

/** Asks the text a question, and keeps the answer as a text field. */
@Together<AskOperation>(({ json, user_prompt: prompt }) =>
  json && prompt ? 'user_prompt and json exclude each other' : undefined,
)
@Together<AskOperation>(({ json, question }) => (json ? schemaProblem(question) : undefined))
@Together<AskOperation>(({ store_as_key_value: stores, kv_schema_id: schema }) =>
  schema && !stores ? 'kv_schema_id needs store_as_key_value' : undefined,
)
export class AskOperation {
  /** The question; with `json` the JSON Schema of the answer, as text. */
  @IsString() @Length(1, PROMPT_CHARS_MAX) question!: string;
  /** Part of the id of the new field: `da-{destination}-{letter}-{field}`. Letters, digits, `:` and `_`. */
  @IsString() @Length(1, IDENT_CHARS_MAX) @Matches(IDENT) destination!: string;
  /** Whether the answer is an object. */
  @IsBoolean() json: boolean = false;
  /** How the model is asked, with `{context}` and, if wanted, `{question}`. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Satisfies(contextPlaceholder) user_prompt?: string | null;
  /** Whether the answer fills a key-value field of the resource instead of a text field. */
  @IsOptional() @IsBoolean() store_as_key_value?: boolean | null;
  /** With `store_as_key_value`: id of the schema and of the field; the destination when empty. */
  @IsOptional() @IsString() @Matches(KV_SCHEMA_ID_OR_EMPTY) kv_schema_id?: string | null;
  /** Addresses that are called with what was found in each field, at most 10. */
  @IsOptional() @ListOf(() => AgentTrigger, { max: TRIGGERS_MAX }) triggers?: AgentTrigger[] | null;
}

/** Writes questions that the text answers. */
export class QuestionsOperation {
  /** How the model is asked for questions with answers. The text follows it, or is where `{context}` is. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) question_generator_prompt?: string | null;
  /** The instructions of the model for that. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) system_question_generator_prompt?: string | null;
  /** Asks the model to sum up the text first; the summary precedes each part of the text. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) summary_prompt?: string | null;
  /** Asks the model for the answers once more, apart from the questions. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) generate_answers_prompt?: string | null;
  /** Most questions of a field. */
  @IsInt() @Min(1) @Max(100) max_questions: Integer = 20;
  /** Addresses that are called with what was found in each field, at most 10. */
  @IsOptional() @ListOf(() => AgentTrigger, { max: TRIGGERS_MAX }) triggers?: AgentTrigger[] | null;
}

/** Writes down the tables of a field, as a text field `da-tables-{letter}-{field}`. */
export class ExtractOperation {
  /** 0: tables. */
  @IsIn([0]) model: Integer = 0;
  /** Addresses that are called with what was found in each field, at most 10. */
  @IsOptional() @ListOf(() => AgentTrigger, { max: TRIGGERS_MAX }) triggers?: AgentTrigger[] | null;
}

/** Labels texts that try something. */
export class GuardOperation {
  /** Whether it does so. */
  @IsBoolean() enabled: boolean = true;
  /** Addresses that are called with what was found in each field, at most 10. */
  @IsOptional() @ListOf(() => AgentTrigger, { max: TRIGGERS_MAX }) triggers?: AgentTrigger[] | null;
}

/** Keeps facts from conversations: each once, and changed when a later entry changes it. */
export class MemoryOperation {
  /** Part of the id of the conversation of facts, `da-facts-{ident}-c-{field}`: letters, digits, `:` and `_`. */
  @IsString() @Length(1, IDENT_CHARS_MAX) @Matches(IDENT) ident!: string;
  /** What matters, for the model. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) prompt?: string | null;
  /** What is kept and what is not, for the model; at most 50. */
  @ListOf(text({ maxLength: DESCRIPTION_CHARS_MAX }), { max: RULES_MAX }) rules: string[] = [];
  /** Whether entities of the facts and relations between them are found, too. */
  @IsBoolean() graph_extraction: boolean = false;
  /** Types of entities to look for; any type when empty. */
  @ListOf(() => EntityDefinition, { max: DEFINITIONS_MAX }) entity_defs: EntityDefinition[] = [];
  /** Texts with the entities and relations to find in them, at most 20. */
  @ListOf(() => GraphExample, { max: EXAMPLES_MAX }) examples: GraphExample[] = [];
  /** Addresses that are called with what was found in each field, at most 10. */
  @IsOptional() @ListOf(() => AgentTrigger, { max: TRIGGERS_MAX }) triggers?: AgentTrigger[] | null;
}

/** Another name for an entity, in all that a knowledge box has and gets. */
export class EntityRenaming {
  /** Type of the entity, such as `PERSON`. */
  @IsString() @Length(1, NAME_CHARS_MAX) group!: string;
  /** The name that it has, as it is shown. */
  @IsString() @Length(1, NAME_CHARS_MAX) from!: string;
  /** The new name. Null: an earlier renaming is forgotten, so that content added later has the name of its text. */
  @IsOptional() @IsString() @Length(1, NAME_CHARS_MAX) @Matches(/\S/) to?: string | null;
}

/**
 * Merges labels, and names of entities, that mean the same. Without `apply` and `renames` it only proposes which.
 */
@Together<AlignOperation>(({ apply, renames }) =>
  apply && renames ? 'apply and renames exclude each other' : undefined,
)
export class AlignOperation {
  /** Id of a task that has proposed merges: they are applied. */
  @IsOptional() @IsUUID() apply?: string | null;
  /** Numbers of the merges to apply, from 0; all when absent. */
  @IsOptional() @ListOf(whole({ ge: 0 }), { max: MERGES_MAX }) merges?: Integer[] | null;
  /** Names of entities to replace, at most 100. */
  @IsOptional() @ListOf(() => EntityRenaming, { min: 1, max: RENAMES_MAX }) renames?: EntityRenaming[] | null;
}

/** Operation of an agent: at most one member is not null. Without any it does nothing. */
@Together<AgentOperation>((operation) => {
  const given = Object.values(operation).filter((one) => one !== undefined && one !== null);
  return given.length > 1 ? 'An operation has at most one member' : undefined;
})
export class AgentOperation {
  /** Labels texts. */
  @IsOptional() @Nested(() => LabelOperation) label?: LabelOperation | null;
  /** Finds entities and relations. */
  @IsOptional() @Nested(() => GraphOperation) graph?: GraphOperation | null;
  /** Asks a question. */
  @IsOptional() @Nested(() => AskOperation) ask?: AskOperation | null;
  /** Writes questions and answers. */
  @IsOptional() @Nested(() => QuestionsOperation) qa?: QuestionsOperation | null;
  /** Labels texts that try to take over a model. */
  @IsOptional() @Nested(() => GuardOperation) prompt_guard?: GuardOperation | null;
  /** Labels texts that are harmful. */
  @IsOptional() @Nested(() => GuardOperation) llm_guard?: GuardOperation | null;
  /** Writes down tables. */
  @IsOptional() @Nested(() => ExtractOperation) extract?: ExtractOperation | null;
  /** Keeps facts from conversations. */
  @IsOptional() @Nested(() => MemoryOperation) memory?: MemoryOperation | null;
  /** Merges labels and names. */
  @IsOptional() @Nested(() => AlignOperation) align?: AlignOperation | null;
}

const values = { max: FILTER_VALUES_MAX };
const value = text({ maxLength: FILTER_CHARS_MAX });
const fieldType = choice(...Object.entries(fieldTypeOfLetter).flat());

/** A field must pass every condition that is given. */
export class AgentFilter {
  /** Texts that the field contains. */
  @ListOf(value, values) contains: string[] = [];
  /** 0: all of `contains`; 1: any of them. */
  @IsIn([0, 1]) contains_operator: Integer = 0;
  /** Media types of the resource. */
  @ListOf(value, values) resource_type: string[] = [];
  /** Types of fields, as letters or names. */
  @ListOf(fieldType, values) field_types: string[] = [];
  /** Types of fields that are left out. */
  @ListOf(fieldType, values) not_field_types: string[] = [];
  /** Ids of resources. */
  @ListOf(value, values) rids: string[] = [];
  /** Ids of fields, with or without `{letter}/` before them. */
  @ListOf(value, values) fields: string[] = [];
  /** Idents of messages: of conversations, only these are read. Fields of other types are the split `0`. */
  @ListOf(value, values) splits: string[] = [];
  /** `labelset/label` of the field or its resource. */
  @ListOf(value, values) labels: string[] = [];
  /** 0: all of `labels`; 1: any of them. */
  @IsIn([0, 1]) labels_operator: Integer = 0;
  /** Whether fields that agents made (`da-…`) count, too. */
  @IsBoolean() apply_to_agent_generated_fields: boolean = false;
}

/** The model of an agent. */
export class AgentLanguageModel {
  /** Name of the model; the one that the knowledge box has chosen when empty. */
  @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) model: string = '';
  /** Its provider, as the list of generative providers names it; any when absent or empty. */
  @IsOptional() @IsString() @MaxLength(MODEL_NAME_CHARS_MAX) provider?: string | null;
  /** Keys of its provider, instead of those of the knowledge box. Stored encrypted; answers show `********`. */
  @IsOptional() @Nested(() => UserKeys) keys?: UserKeys | null;
  /**
   * Prompts of its provider. `system` is added to the instructions of every call. `prompt`, with `{context}` and
   * `{question}`, is how `ask` operations without a `user_prompt` and without `json` ask.
   */
  @IsOptional() @MapOf(() => UserPrompt, { keys: PROVIDER_NAME, sizeMax: PROVIDERS_MAX }) prompts?: Record<
    string,
    UserPrompt
  > | null;
  /** How much it thinks. Without an effort, a number of tokens chooses one. */
  @IsOptional() @Nested(() => StrategyReasoning) reasoning_config?: StrategyReasoning | null;
}

/** Operations and target of a task. */
export class AgentParameters {
  /** Name for people. */
  @IsString() @MaxLength(NAME_CHARS_MAX) name!: string;
  /** 0: each paragraph; 1: the whole field. */
  @IsIn([0, 1]) on: Integer = 0;
  /** Fields that it is done to; all when absent. */
  @IsOptional() @Nested(() => AgentFilter) filter?: AgentFilter | null;
  /** Operations to run, at least one and at most 10. */
  @ListOf(() => AgentOperation, { min: 1, max: OPERATIONS_MAX }) operations!: AgentOperation[];
  /** The model that does it. */
  @IsOptional() @Nested(() => AgentLanguageModel) llm?: AgentLanguageModel | null;
  /** A filter expression of a search as JSON text, for fields; instead of `filter`. Empty: none. */
  @IsOptional()
  @IsString()
  @MaxLength(FILTER_JSON_CHARS_MAX)
  @Satisfies(expressionProblem)
  filter_expression_json?: string | null;
}

/** Parameters of a task that moves a knowledge box to another embedding model. */
export class MigrationParameters {
  /** Name of the model. */
  @IsString() @Length(1, MODEL_NAME_CHARS_MAX) semantic_model_id!: string;
  @Unsupported() hf_embedding_key?: unknown;
}

/** Whether an id of a field may be made of it. */
export function isFieldId(id: string): boolean {
  return FIELD_ID.test(id);
}

function expressionProblem(json: unknown): string | undefined {
  if (typeof json !== 'string' || json === '') return undefined;
  try {
    if (!isObject(JSON.parse(json))) return 'A filter expression is an object';
  } catch (error) {
    return `The filter expression is no JSON: ${error instanceof Error ? error.message : ''}`;
  }
  return filterJsonProblem(json);
}

function contextPlaceholder(prompt: unknown): string | undefined {
  return typeof prompt !== 'string' || prompt === '' || prompt.includes('{context}')
    ? undefined
    : 'The prompt must contain the {context} placeholder';
}

function schemaProblem(question: string): string | undefined {
  try {
    if (isObject(JSON.parse(question))) return undefined;
    return 'The question of an operation with json must be a JSON Schema: an object';
  } catch (error) {
    return `The question of an operation with json must be a JSON Schema: ${error instanceof Error ? error.message : ''}`;
  }
}
