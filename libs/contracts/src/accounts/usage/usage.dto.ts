import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { Anything, IsInstant, ListOf } from '../../validation/decorators';

/** What is measured, in the order of answers. */
export const usageMetrics = [
  'pre_processing_time',
  'slow_processing_time',
  'resources_processed',
  'bytes_processed',
  'chars_processed',
  'media_seconds_processed',
  'media_files_processed',
  'pages_processed',
  'paragraphs_processed',
  'train_seconds',
  'searches_performed',
  'suggestions_performed',
  'ai_tokens_used',
  'svc_tokens',
  'svc_tokens_billed',
] as const;

/** Name of a metric. */
export type UsageMetric = (typeof usageMetrics)[number];

/** Metrics that follow from the tokens of models; the others are measured as they are. */
export const tokenMetrics = ['ai_tokens_used', 'svc_tokens', 'svc_tokens_billed'] as const;
/** Metrics that are measured as they are. */
export type MeasuredMetric = Exclude<UsageMetric, (typeof tokenMetrics)[number]>;

/** Lengths of the spans that usage is summed over. */
export const usageAggregations = ['hour', 'day', 'week', 'month', 'quarter', 'year', 'millennium'] as const;
/** Length of a span. */
export type UsageAggregation = (typeof usageAggregations)[number];

/** Programs that requests come from, by the header `x-kbdb-client`. */
export const usageClients = ['api', 'chrome_extension', 'dashboard', 'desktop', 'internal', 'web', 'widget'] as const;
/** Kind of program that a request came from. */
export type UsageClient = (typeof usageClients)[number];

/** Spans in one answer. */
export const USAGE_POINTS_MAX = 10_000;

/** Which usage is asked about. */
export class UsageQuery {
  /** Beginning: ISO 8601. */
  @IsInstant() from!: string;
  /** End, which does not count: ISO 8601; now when absent or null. */
  @IsOptional() @IsInstant() to?: string | null;
  /** Span of each sum, in UTC; weeks begin on Monday. `millennium` is one sum of all. */
  @IsIn(usageAggregations) aggregation: UsageAggregation = 'millennium';
  /** Id of the only knowledge box, or agent, that counts. */
  @IsOptional() @IsString() @MaxLength(64) knowledgebox?: string | null;
  /** Client id of the only NUA client that counts. */
  @IsOptional() @IsString() @MaxLength(256) nua_key_id?: string | null;
}

/** Tokens by what they were used for, null where a kind does not exist. */
export interface UsedTokenParts {
  /** Always null: searches use no tokens. */
  readonly search: number | null;
  /** Read by models. */
  readonly input: number | null;
  /** Written by models. */
  readonly output: number | null;
  /** Always null: images count as input and output. */
  readonly image: number | null;
  /** Always null: storage uses no tokens. */
  readonly storage: number | null;
}

/** Tokens of one kind of call of one model. */
export interface UsageDetail {
  /** What used them. */
  readonly identifier: {
    /** Kind of the call. */
    readonly type: string;
    /** Service that called. */
    readonly source: string;
    /** Version of this form. */
    readonly version: string;
    /** Name of the model; null without one. */
    readonly model: string | null;
    /** Name of the product. */
    readonly service: string;
  };
  /** Thousands of tokens. */
  readonly svc_tokens: UsedTokenParts;
  /** Thousands of tokens of models that the deployment pays for. */
  readonly svc_tokens_billed: UsedTokenParts;
  /** Tokens as models count them. */
  readonly raw_usage: UsedTokenParts;
  /** Number of calls by kind of program. */
  readonly requests: Readonly<Record<string, number>>;
}

/** Usage of a span. */
export class UsagePoint {
  /** Beginning of the span, UTC with offset. */
  timestamp!: string;
  /** All metrics, those without usage with the value 0. */
  metrics!: readonly {
    /** Name of the metric. */
    readonly name: UsageMetric;
    /** Sum of the span; seconds, bytes, characters, thousands of tokens, or a count. */
    readonly value: number;
    /** Of metrics of tokens: by kind of call and model; otherwise empty. */
    readonly details: readonly UsageDetail[];
  }[];
}

/** Usage of an account. */
export class UsageReport {
  /** One for each span, oldest first. */
  points!: readonly UsagePoint[];
}

/** Tokens of one call of a model. */
export interface MeasuredTokens {
  /** Kind of the call, such as `question_answer`. */
  readonly type: string;
  /** Name of the model. */
  readonly model: string;
  /** Read by the model. */
  readonly input: number;
  /** Written by the model. */
  readonly output: number;
  /** Whether somebody else pays for them: the customer's key. */
  readonly customerKey: boolean;
}

/** Something that was done for an account. */
export interface UsageEvent {
  /** Id of the account. */
  readonly account: string;
  /** Id of the knowledge box, if it was done for one. */
  readonly kbid?: string;
  /** Client id of the NUA client that asked for it, if one did. */
  readonly nuaClient?: string;
  /** When it was done: ms since the epoch. */
  readonly atMs: number;
  /** Kind of program that asked for it. */
  readonly client: UsageClient;
  /** Measured values. */
  readonly metrics?: Readonly<Partial<Record<MeasuredMetric, number>>>;
  /** Tokens of a model. */
  readonly tokens?: MeasuredTokens;
}

/** Events in one delivery. */
export const USAGE_EVENTS_MAX = 500;

/** An event as it is delivered. */
export class UsageLine {
  /** `UsageEvent`. */
  @Anything() event!: UsageEvent;
}

/** A part of the journal of a process. */
export class UsageDelivery {
  /** Name of the journal file, unique. */
  @IsString() @IsNotEmpty() @MaxLength(100) journal!: string;
  /** Where the part begins. */
  @IsInt() @Min(0) from!: number;
  /** Where it ends. */
  @IsInt() @Min(0) to!: number;
  /** What the part says; empty to skip it. */
  @ListOf(() => UsageLine, { max: USAGE_EVENTS_MAX }) events!: UsageLine[];
}

/** What came of a delivery. */
export class UsageReceipt {
  /** False: nothing was changed, since some of the part was recorded before. */
  isNew!: boolean;
}

/** Names a journal. */
export class UsageJournal {
  /** Name of the file. */
  @IsString() @IsNotEmpty() @MaxLength(100) journal!: string;
}

/** How much of a journal is recorded. */
export class UsagePosition {
  /** Bytes of the file. */
  position!: number;
}
