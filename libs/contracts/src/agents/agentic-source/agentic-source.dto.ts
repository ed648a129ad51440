import { IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import type { Constructor } from '../../core/input';
import { filterExpressionProblem } from '../../index/filter-bounds';
import {
  Anything,
  ForbidUnknown,
  ListOf,
  Literal,
  MapOf,
  Nested,
  Satisfies,
  TaggedBody,
  Together,
} from '../../validation/decorators';
import { keyWithin } from '../../validation/json-bounds';
import { text } from '../../validation/node';
import { SecretHeaders, SecretText, TakesUrl } from '../driver-members/driver-members.dto';
import { IsAddress, IsWhole } from '../driver-secrets';
import { type ModelName, TakesModel } from '../module/module.dto';
import { Domains, LeftOutDomains, searchTimeRanges, type SearchTimeRange } from '../web-module/web-module.dto';

const DESCRIPTION_CHARS_MAX = 10_000;
const LABELS_MAX = 100;
const RESOURCES_MAX = 100;
const LABEL_CHARS_MAX = 1_024;
const HEADERS_MAX = 50;
const HEADER_CHARS_MAX = 250;
const PATH_CHARS_MAX = 2_048;
const ORIGIN_TEXTS_MAX = 50;
const METADATA_CHARS_MAX = 255;
const labels = { item: text({ minLength: 3, maxLength: LABEL_CHARS_MAX }), limits: { max: LABELS_MAX } };
const resources = { item: text({ minLength: 1, maxLength: 64 }), limits: { max: RESOURCES_MAX } };
const headerNames = { item: text({ minLength: 1, maxLength: HEADER_CHARS_MAX }), limits: { max: HEADERS_MAX } };

const tags = { item: text({ minLength: 1, maxLength: 512 }), limits: { max: ORIGIN_TEXTS_MAX } };
const people = { item: text({ minLength: 1, maxLength: 512 }), limits: { max: ORIGIN_TEXTS_MAX } };
const metadata = {
  value: text({ minLength: 1, maxLength: METADATA_CHARS_MAX }),
  limits: { sizeMax: ORIGIN_TEXTS_MAX, keyRules: [keyWithin(METADATA_CHARS_MAX), keyIsGiven] },
};

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
  /** How old pages may be: 1, 7, 30 or 365 days; any age when absent. */
  @IsOptional() @IsIn(searchTimeRanges) time_range?: SearchTimeRange | null;
  /** Domains whose pages are left out, and those of domains below them. */
  @LeftOutDomains() exclude_domains: string[] = [];
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

/** Which documents of a connection are searched, by members of their `origin`: those that meet all conditions. */
@ForbidUnknown()
export class ConnectionParams {
  /** Folder: the first parts of `origin.path`, or all of it. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(PATH_CHARS_MAX) path?: string | null;
  /** Tags, all of which `origin.tags` has. */
  @ListOf(tags.item, tags.limits) tags: string[] = [];
  /** People, all of whom `origin.collaborators` has. */
  @ListOf(people.item, people.limits) collaborators: string[] = [];
  /** Texts by key, all of which `origin.metadata` has. Of each, 255 characters are compared. */
  @MapOf(metadata.value, metadata.limits) metadata: Record<string, string> = {};
}

/** What a connection brought into the knowledge box. */
@Together<ConnectionSource>(connectionProblem)
export class ConnectionSource extends DescribedSource {
  /** Kind of source. */
  @Literal('sync') type!: 'sync';
  /** Id of the connection: `origin.source_id` of the documents. Without one, those that came through any. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(LABEL_CHARS_MAX) source_id?: string | null;
  /** The same, under another name; where both are given, they must be equal. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(LABEL_CHARS_MAX) connection?: string | null;
  /** Narrows the documents; a change replaces it whole. */
  @IsOptional() @Nested(() => ConnectionParams) @IsWhole() params?: ConnectionParams | null;
}

function connectionProblem({ source_id: source, connection }: ConnectionSource): string | undefined {
  return source && connection && source !== connection
    ? 'source_id and connection both name the connection, as origin.source_id: a document has one of them only'
    : undefined;
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
  /** How old pages may be, of `google`. */
  @IsOptional() @IsIn(searchTimeRanges) time_range?: SearchTimeRange | null;
  /** Replaces the domains, of `google`. */
  @IsOptional() @LeftOutDomains() exclude_domains?: string[] | null;
  /** Headers, of `mcp`. */
  @IsOptional() @SecretHeaders() headers?: Record<string, string> | null;
  /** Model, of `mcp`. */
  @TakesModel() tool_choice_model?: ModelName | null;
  /** Replaces the names of headers, of `mcp`. */
  @IsOptional() @ListOf(headerNames.item, headerNames.limits) valid_headers?: string[] | null;
  /** Id of the connection, of `sync`. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(LABEL_CHARS_MAX) source_id?: string | null;
  /** Id of the connection, of `sync`. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(LABEL_CHARS_MAX) connection?: string | null;
  /** Replaces the conditions, of `sync`. */
  @IsOptional() @Nested(() => ConnectionParams) params?: ConnectionParams | null;
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
  /** How old pages may be, of `google`. */
  time_range?: SearchTimeRange;
  /** Domains that are left out, of `google`. */
  exclude_domains?: readonly string[];
  /** Id of the connection, of `sync`. */
  source_id?: string;
  /** Id of the connection, of `sync`. */
  connection?: string;
  /** Which of its documents are searched, of `sync`. */
  params?: ConnectionParams;
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

function keyIsGiven(key: string): string | undefined {
  return key.trim() === '' ? 'a key must have characters' : undefined;
}

function changedExpression(expression: unknown): string | undefined {
  return expression === null ? undefined : filterExpressionProblem(expression);
}
