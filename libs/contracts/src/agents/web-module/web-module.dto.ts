import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min, MinLength } from 'class-validator';
import type { Integer } from '../../core/integer';
import { PROMPT_CHARS_MAX } from '../../search/retrieval-request/retrieval-request.dto';
import { ListOf, Literal, Widget } from '../../validation/decorators';
import { text } from '../../validation/node';
import { ContextMembers, contextTable, PublishedFunctions } from '../context-members/context-members.dto';
import { IDENTIFIER_CHARS_MAX } from '../driver-members/driver-members.dto';

const DOMAIN_CHARS_MAX = 253;
const DOMAINS_MAX = 20;
const LEFT_OUT_DOMAINS_MAX = 100;
const RESULTS_MAX = 20;
const TOKENS_MAX = 32_768;
// Schemas have patterns without flags.
const DOMAIN = /^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/;
const DOMAIN_OR_NOT = /^-?[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/;
const GEMINI = /^[A-Za-z0-9][A-Za-z0-9.-]*$/;

/** How much of each page a search reads. */
export const searchContextSizes = ['low', 'medium', 'high'] as const;
/** How much of each page a search reads. */
export type SearchContextSize = (typeof searchContextSizes)[number];

/** How old pages of a search may be: 1, 7, 30 or 365 days. */
export const searchTimeRanges = ['past_day', 'past_week', 'past_month', 'past_year'] as const;
/** How old pages of a search may be. */
export type SearchTimeRange = (typeof searchTimeRanges)[number];

/** Identifier of a driver. */
export const TakesDriver = (): PropertyDecorator => (target, name) => {
  IsString()(target, name);
  MinLength(1)(target, name);
  MaxLength(IDENTIFIER_CHARS_MAX)(target, name);
  Widget('driver_select', 'in-node')(target, name);
};

/** Domains that a search is restricted to; those with a hyphen before them are left out. */
export const Domains = (): PropertyDecorator => (target, name) => {
  Widget('array_string_field')(target, name);
  ListOf(text({ minLength: 1, maxLength: DOMAIN_CHARS_MAX, patterns: [DOMAIN_OR_NOT] }), { max: DOMAINS_MAX })(
    target,
    name,
  );
};

/** Domains that a search leaves out, with all below them. */
export const LeftOutDomains = (): PropertyDecorator => (target, name) => {
  Widget('array_string_field')(target, name);
  ListOf(text({ minLength: 1, maxLength: DOMAIN_CHARS_MAX, patterns: [DOMAIN] }), { max: LEFT_OUT_DOMAINS_MAX })(
    target,
    name,
  );
};

/** Members of every module that searches the web. */
export class WebSearchMembers extends ContextMembers {
  /** Functions that `smart` may call. */
  @PublishedFunctions(['internet_search']) published_functions: string[] = ['internet_search'];
}

/** Has Gemini answer with the search of Google. */
@contextTable.entry('google')
export class GoogleModuleConfig extends WebSearchMembers {
  /** Name of the module. */
  @Literal('google') module!: 'google';
  /** Identifier of a driver of Google. */
  @TakesDriver() source: string = 'google';
  /** Model of Google that searches. */
  @IsString() @MinLength(1) @MaxLength(DOMAIN_CHARS_MAX) @Matches(GEMINI) gen_model_id: string = 'gemini-2.5-flash';
  /** How old pages may be; any age when absent. Drivers of Vertex AI refuse it: its search knows no times. */
  @IsOptional() @IsIn(searchTimeRanges) @Widget('enum_select') time_range?: SearchTimeRange | null;
  /** Domains whose pages are left out, and those of domains below them. */
  @LeftOutDomains() exclude_domains: string[] = [];
}

/** Has Perplexity answer from the web. */
@contextTable.entry('perplexity')
export class PerplexityModuleConfig extends WebSearchMembers {
  /** Name of the module. */
  @Literal('perplexity') module!: 'perplexity';
  /** Identifier of a driver of Perplexity. */
  @TakesDriver() source!: string;
  /** Domains to search, or, with a hyphen before them, to leave out. */
  @Domains() domain: string[] = [];
  /** How much of each page is read. */
  @IsIn(searchContextSizes) @Widget('enum_select') search_context_size: SearchContextSize = 'low';
  /** Whether it suggests further questions. */
  @IsOptional() @IsBoolean() related_questions?: boolean | null;
  /** Whether addresses of images are returned. */
  @IsOptional() @IsBoolean() images?: boolean | null;
  /** Instruction for its answer. */
  @IsOptional() @IsString() @MaxLength(PROMPT_CHARS_MAX) @Widget('expandable_textarea') prompt?: string | null;
  /** Most pages that become texts of the context. */
  @IsOptional() @IsInt() @Min(1) @Max(RESULTS_MAX) top_k?: Integer | null;
}

/** Searches the web with Perplexity, without an answer. */
@contextTable.entry('perplexity_search')
export class PerplexitySearchModuleConfig extends WebSearchMembers {
  /** Name of the module. */
  @Literal('perplexity_search') module!: 'perplexity_search';
  /** Identifier of a driver of Perplexity. */
  @TakesDriver() source!: string;
  /** Domains to search, or, with a hyphen before them, to leave out. */
  @Domains() domain: string[] = [];
  /** How much of each page is read. */
  @IsIn(searchContextSizes) @Widget('enum_select') search_context_size: SearchContextSize = 'low';
  /** Most pages. */
  @IsInt() @Min(1) @Max(RESULTS_MAX) max_results: Integer = 10;
  /** Most tokens of each page. */
  @IsInt() @Min(1) @Max(TOKENS_MAX) max_tokens_per_page: Integer = 4_096;
}

/** Searches the web with Brave. */
@contextTable.entry('brave')
export class BraveModuleConfig extends WebSearchMembers {
  /** Name of the module. */
  @Literal('brave') module!: 'brave';
  /** Identifier of a driver of Brave. */
  @TakesDriver() source!: string;
  /** The only domain to search. */
  @IsOptional() @IsString() @MaxLength(DOMAIN_CHARS_MAX) @Matches(DOMAIN) domain?: string | null;
  /** Country of the results: two letters, or `ALL`. */
  @IsOptional() @IsString() @Matches(/^([A-Za-z]{2}|ALL|all)$/) country?: string | null;
}

/** Searches the web with Tavily. */
@contextTable.entry('tavily')
export class TavilyModuleConfig extends WebSearchMembers {
  /** Name of the module. */
  @Literal('tavily') module!: 'tavily';
  /** Identifier of a driver of Tavily. */
  @TakesDriver() source!: string;
}
