import { IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import type { Constructor } from '../../core/input';
import { filterExpressionProblem } from '../../index/filter-bounds';
import { Anything, ListOf, Literal, Satisfies, TaggedBody, Unsupported } from '../../validation/decorators';
import { text } from '../../validation/node';
import { SecretHeaders, SecretText, TakesUrl } from '../driver-members/driver-members.dto';
import { IsAddress, IsWhole } from '../driver-secrets';
import { type ModelName, TakesModel } from '../module/module.dto';
import { Domains } from '../web-module/web-module.dto';

const DESCRIPTION_CHARS_MAX = 10_000;
const LABELS_MAX = 100;
const RESOURCES_MAX = 100;
const LABEL_CHARS_MAX = 1_024;
const HEADERS_MAX = 50;
const HEADER_CHARS_MAX = 250;
const labels = { item: text({ minLength: 3, maxLength: LABEL_CHARS_MAX }), limits: { max: LABELS_MAX } };
const resources = { item: text({ minLength: 1, maxLength: 64 }), limits: { max: RESOURCES_MAX } };
const headerNames = { item: text({ minLength: 1, maxLength: HEADER_CHARS_MAX }), limits: { max: HEADERS_MAX } };

/** Types of sources. */
export const agenticSourceTypes = ['kbdb', 'perplexity', 'google', 'mcp', 'sync'] as const;
/** Type of a source. */
export type AgenticSourceType = (typeof agenticSourceTypes)[number];

/** Members of every source. */
class DescribedSource {
  /** What is in it; models choose by it. */
  @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description: string = '';
}

/** A part of the knowledge box itself. */
export class BoxPartSource extends DescribedSource {
  /** Kind of source. */
  @Literal('kbdb') type!: 'kbdb';
  /** What is searched, as in a find. Documents of such a source are searched, and not listed. */
  @IsOptional() @Anything() @IsWhole() @Satisfies(filterExpressionProblem) filter_expression?: unknown;
  /** Labels that documents have, all of them, such as `topics/finance`. */
  @ListOf(labels.item, labels.limits) labels: string[] = [];
  /** Ids of the resources that are searched; all when empty. */
  @ListOf(resources.item, resources.limits) resource_filters: string[] = [];
}

/** Answers of Perplexity from the web. */
export class PerplexitySource extends DescribedSource {
  /** Kind of source. */
  @Literal('perplexity') type!: 'perplexity';
  /** Key of its API. Secret. */
  @SecretText() key!: string;
  /** Domains to search, or, with a hyphen before them, to leave out. */
  @Domains() enabled_domains: string[] = [];
}

/** Answers of Gemini with the search of Google. */
export class GoogleSource extends DescribedSource {
  /** Kind of source. */
  @Literal('google') type!: 'google';
  /** Key of its API. Secret. */
  @SecretText() api_key!: string;
  /** Not supported: all times are searched. */
  @Unsupported() time_range?: unknown;
  /** Not supported: all domains are searched. */
  @Unsupported() exclude_domains?: unknown;
}

/** Tools of an MCP server over streamable HTTP. */
export class ToolServerSource extends DescribedSource {
  /** Kind of source. */
  @Literal('mcp') type!: 'mcp';
  /** Address of the server. */
  @TakesUrl('http', 'https') @IsAddress() uri!: string;
  /** Headers of every request. Secret. */
  @SecretHeaders() headers: Record<string, string> = {};
  /** Model that chooses tools; that of the box when absent. */
  @TakesModel() tool_choice_model?: ModelName | null;
  /** Headers of the caller that the server gets; those of the source win. */
  @ListOf(headerNames.item, headerNames.limits) valid_headers: string[] = [];
}

/** What a connection brought into the knowledge box. */
export class ConnectionSource extends DescribedSource {
  /** Kind of source. */
  @Literal('sync') type!: 'sync';
  /** Id of the connection: `origin.source_id` of the documents. They are searched, and not listed. */
  @IsString() @MinLength(1) @MaxLength(LABEL_CHARS_MAX) source_id!: string;
  /** Not supported: programs of yours bring documents in. */
  @Unsupported() connection?: unknown;
  /** Not supported, as above. */
  @Unsupported() params?: unknown;
}

/** Any source of a knowledge box. */
export type AnyAgenticSource = ConnectionSource | BoxPartSource | PerplexitySource | GoogleSource | ToolServerSource;

/** Classes of sources by type. */
export const agenticSources: Readonly<Record<string, () => Constructor>> = {
  kbdb: () => BoxPartSource,
  perplexity: () => PerplexitySource,
  google: () => GoogleSource,
  mcp: () => ToolServerSource,
  sync: () => ConnectionSource,
};

/** A source of a knowledge box: `type` says of what. */
@TaggedBody('type', agenticSources)
export class AgenticSourceBody {}

/** Changes of a source: members of its type. Null is the default, but secrets and the description stay. */
export class AgenticSourceChange {
  /** Kind of source; the same as before. */
  @IsOptional() @IsIn(agenticSourceTypes) type?: AgenticSourceType | null;
  /** What is in it. */
  @IsOptional() @IsString() @MaxLength(DESCRIPTION_CHARS_MAX) description?: string | null;
  /** What is searched, of `kbdb`. */
  @IsOptional() @Anything() @Satisfies(changedExpression) filter_expression?: unknown;
  /** Replaces the labels, of `kbdb`. */
  @IsOptional() @ListOf(labels.item, labels.limits) labels?: string[] | null;
  /** Replaces the resources, of `kbdb`. */
  @IsOptional() @ListOf(resources.item, resources.limits) resource_filters?: string[] | null;
  /** Key, of `perplexity`. */
  @IsOptional() @SecretText() key?: string | null;
  /** Replaces the domains, of `perplexity`. */
  @IsOptional() @Domains() enabled_domains?: string[] | null;
  /** Key, of `google`. */
  @IsOptional() @SecretText() api_key?: string | null;
  /** Address, of `mcp`. Another one needs the headers again. */
  @IsOptional() @TakesUrl('http', 'https') uri?: string | null;
  /** Headers, of `mcp`. */
  @IsOptional() @SecretHeaders() headers?: Record<string, string> | null;
  /** Model, of `mcp`. */
  @TakesModel() tool_choice_model?: ModelName | null;
  /** Replaces the names of headers, of `mcp`. */
  @IsOptional() @ListOf(headerNames.item, headerNames.limits) valid_headers?: string[] | null;
  /** Id of the connection, of `sync`. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(LABEL_CHARS_MAX) source_id?: string | null;
}

/** A source with the members of its type, without its secrets. */
export class AgenticSource {
  /** Kind of source. */
  type!: AgenticSourceType;
  /** What is in it. */
  description!: string;
  /** What is searched, of `kbdb`. */
  filter_expression?: unknown;
  /** Labels that documents have, of `kbdb`. */
  labels?: readonly string[];
  /** Ids of the resources that are searched, of `kbdb`. */
  resource_filters?: readonly string[];
  /** Domains, of `perplexity`. */
  enabled_domains?: readonly string[];
  /** Id of the connection, of `sync`. */
  source_id?: string;
  /** Address of the server, of `mcp`. */
  uri?: string;
  /** Model that chooses tools, of `mcp`. */
  tool_choice_model?: unknown;
  /** Headers of the caller that the server gets, of `mcp`. */
  valid_headers?: readonly string[];
  /** Null: the key of `perplexity` is not shown. */
  key?: null;
  /** Null: the key of `google` is not shown. */
  api_key?: null;
  /** Null: the headers of `mcp` are not shown. */
  headers?: null;
}

/** Sources of a knowledge box. */
export class AgenticSources {
  /** By id. */
  sources!: Readonly<Record<string, AgenticSource>>;
}

function changedExpression(expression: unknown): string | undefined {
  return expression === null ? undefined : filterExpressionProblem(expression);
}
