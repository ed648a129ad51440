import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import { FIELD_ID } from '../../core/identifiers';
import { CHOICES_MAX } from '../../knowledge-box/limits';
import { ListOf, Literal, Nested, Satisfies } from '../../validation/decorators';
import { choice, tagged, text } from '../../validation/node';
import { FILTER_CHARS_MAX, FILTER_CONDITIONS_MAX } from '../../index/filter-bounds';
import { FindRequest } from '../find/find.dto';
import { fieldsProblem } from '../rag-strategy-rules';

/** Prequeries of one question. */
export const PREQUERIES_MAX = 15;
/** Code points of the id of a prequery. */
export const PREQUERY_ID_CHARS_MAX = 100;
/** Characters around each match that `hierarchy` adds. */
export const HIERARCHY_CHARS_MAX = 1_024;
/** Steps of the graph that `graph_beta` follows. */
export const GRAPH_HOPS_MAX = 10;
/** Relations that `graph_beta` keeps. */
export const GRAPH_RELATIONS_MAX = 300;
const PREFIXES_MAX = 100;
const label = text({ maxLength: FILTER_CHARS_MAX });

/** Which resources `full_resource` leaves as they were found. */
export class FullResourceApplyTo {
  /** Labels such as `/l/topics/finance`: resources with a paragraph that was found and has one of them. */
  @ListOf(label, { max: FILTER_CONDITIONS_MAX }) exclude: string[] = [];
}

/** The texts of whole resources instead of their paragraphs. */
export class FullResourceStrategy {
  /** Always `full_resource`. */
  @Literal('full_resource') name!: 'full_resource';
  /** Resources that are given whole, the best first; all when absent. */
  @IsOptional() @IsInt() @Min(1) count?: number | null;
  /** Whether paragraphs of the other resources that were found are given, too. */
  @IsBoolean() include_remaining_text_blocks: boolean = false;
  /** Which resources are left as they were found. */
  @IsOptional() @Nested(() => FullResourceApplyTo) apply_to?: FullResourceApplyTo | null;
}

/** Fields of the resources that were found, before the paragraphs. */
export class FieldExtensionStrategy {
  /** Always `field_extension`. */
  @Literal('field_extension') name!: 'field_extension';
  /** Fields as `{letter}/{id}`, such as `t/body`; letters are `t`, `f`, `u`, `c` and `a`. */
  @ListOf(label, { max: FILTER_CONDITIONS_MAX }) @Satisfies(fieldsProblem) fields: string[] = [];
  /** Fields that data augmentation generated: those whose ids begin with `da-{prefix}-`. */
  @ListOf(text({ minLength: 1, patterns: [FIELD_ID] }), { max: PREFIXES_MAX })
  data_augmentation_field_prefixes: string[] = [];
}

/** Title and summary of each resource around its paragraphs. */
export class HierarchyStrategy {
  /** Always `hierarchy`. */
  @Literal('hierarchy') name!: 'hierarchy';
  /** Characters that follow each paragraph and are given with it. */
  @IsInt() @Min(0) @Max(HIERARCHY_CHARS_MAX) count: number = 0;
}

/** Paragraphs around those that were found. */
export class NeighbouringParagraphsStrategy {
  /** Always `neighbouring_paragraphs`. */
  @Literal('neighbouring_paragraphs') name!: 'neighbouring_paragraphs';
  /** Paragraphs before each one that was found. */
  @IsInt() @Min(0) before: number = 2;
  /** Number of paragraphs to add after each hit. */
  @IsInt() @Min(0) after: number = 2;
}

/** Kinds of metadata that can be given with texts. */
export const metadataExtensionTypes = ['origin', 'classification_labels', 'ners', 'extra_metadata'] as const;
/** Metadata of a resource: where it comes from, its labels, the entities in it, its extra metadata. */
export type MetadataExtensionType = (typeof metadataExtensionTypes)[number];

/** Adds metadata of the resource after each text. */
export class MetadataExtensionStrategy {
  /** Always `metadata_extension`. */
  @Literal('metadata_extension') name!: 'metadata_extension';
  /** Kinds of metadata. */
  @ListOf(choice(...metadataExtensionTypes), { min: 1, max: CHOICES_MAX }) types!: MetadataExtensionType[];
}

/** Messages around those that were found. */
export class ConversationStrategy {
  /** Always `conversation`. */
  @Literal('conversation') name!: 'conversation';
  /** Whether texts of attached files are given. */
  @IsBoolean() attachments_text: boolean = false;
  /** Whether attached images are given, to models that read them. */
  @IsBoolean() attachments_images: boolean = false;
  /** Whether all messages of a conversation are given. */
  @IsBoolean() full: boolean = false;
  /** Messages around each one that was found. */
  @IsInt() @Min(0) max_messages: number = 15;
}

/** A further search whose results count for the answer. */
export class PreQuery {
  /** The search; the groups of the question apply, and hidden resources are found only where it finds them. */
  @Nested(() => FindRequest) request!: FindRequest;
  /** Weight of its scores among those of all searches. */
  @IsNumber() @Min(0) weight: number = 1;
  /** Names its results; `prequery_{n}` when absent, from 0. */
  @IsOptional() @IsString() @MinLength(1) @MaxLength(PREQUERY_ID_CHARS_MAX) id?: string | null;
  /** Whether it only says in which resources the question and the other prequeries look. */
  @IsBoolean() prefilter: boolean = false;
}

/** Further searches whose results count for the answer. */
export class PreQueriesStrategy {
  /** Always `prequeries`. */
  @Literal('prequeries') name!: 'prequeries';
  /** The searches. */
  @ListOf(() => PreQuery, { min: 1, max: PREQUERIES_MAX }) queries!: PreQuery[];
  /** Weight of the scores of the question. */
  @IsNumber() @Min(0) main_query_weight: number = 1;
}

/** How relations are ranked. */
export const relationRankings = ['reranker', 'generative'] as const;
/** How relations are ranked: by the reranker, or by the generative model. */
export type RelationRanking = (typeof relationRankings)[number];
/** How entities of a question are found. */
export const entityDetections = ['predict', 'suggest'] as const;
/** How entities of a question are found: all that it names, or those whose names are like its words. */
export type EntityDetection = (typeof entityDetections)[number];

/** Paragraphs that state relations of the knowledge graph around the entities of the question. Not for one resource. */
export class GraphStrategy {
  /** Always `graph_beta`. */
  @Literal('graph_beta') name!: 'graph_beta';
  /** Steps from the entities of the question. */
  @IsInt() @Min(1) @Max(GRAPH_HOPS_MAX) hops: number = 3;
  /** Relations that are kept, the best first; 30 when absent, 200 with `relation_text_as_paragraphs`. */
  @IsOptional() @IsInt() @Min(1) @Max(GRAPH_RELATIONS_MAX) top_k?: number | null;
  /** Whether relations that processing found are left out, so that those of users and agents remain. */
  @IsOptional() @IsBoolean() exclude_processor_relations?: boolean | null;
  /** Another name of `exclude_processor_relations`. */
  @IsOptional() @IsBoolean() agentic_graph_only?: boolean | null;
  /** Whether a line about each relation is given instead of the paragraph that states it. */
  @IsBoolean() relation_text_as_paragraphs: boolean = false;
  /** How relations are ranked. */
  @IsIn(relationRankings) relation_ranking: RelationRanking = 'reranker';
  /** How entities of the question are found. */
  @IsIn(entityDetections) query_entity_detection: EntityDetection = 'predict';
  /** Weight of the scores of its paragraphs. */
  @IsNumber() @Min(0) weight: number = 3;
}

/** A way to change what the model is given. */
export type RagStrategy =
  | FullResourceStrategy
  | FieldExtensionStrategy
  | HierarchyStrategy
  | NeighbouringParagraphsStrategy
  | MetadataExtensionStrategy
  | ConversationStrategy
  | PreQueriesStrategy
  | GraphStrategy;

/** A strategy, by its name. */
export const ragStrategy = tagged('name', {
  full_resource: () => FullResourceStrategy,
  field_extension: () => FieldExtensionStrategy,
  hierarchy: () => HierarchyStrategy,
  neighbouring_paragraphs: () => NeighbouringParagraphsStrategy,
  metadata_extension: () => MetadataExtensionStrategy,
  conversation: () => ConversationStrategy,
  prequeries: () => PreQueriesStrategy,
  graph_beta: () => GraphStrategy,
});

/** Pictures of pages with paragraphs that were found. */
export class PageImageStrategy {
  /** Always `page_image`. */
  @Literal('page_image') name!: 'page_image';
  /** Pictures at most; 5 when absent. */
  @IsOptional() @IsInt() @Min(0) count?: number | null;
}

/** Pictures of tables that were found. */
export class TableImageStrategy {
  /** Always `tables`. */
  @Literal('tables') name!: 'tables';
}

/** Pictures that paragraphs which were found come from. */
export class ParagraphImageStrategy {
  /** Always `paragraph_image`. */
  @Literal('paragraph_image') name!: 'paragraph_image';
}

/** A way to add pictures to what the model is given. */
export type RagImageStrategy = PageImageStrategy | TableImageStrategy | ParagraphImageStrategy;

/** An image strategy, by its name. */
export const ragImageStrategy = tagged('name', {
  page_image: () => PageImageStrategy,
  tables: () => TableImageStrategy,
  paragraph_image: () => ParagraphImageStrategy,
});
