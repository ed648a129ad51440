import type { Visibility } from '../../core/visibility';
import type { EntityMention, FieldMetadata } from '../extracted-data/extracted-data.dto';
import type { KeyValue } from '../field/field.dto';
import type { FieldName } from '../field-annotation/field-annotation.dto';
import type { FieldLetter, TextFormat } from '../../core/identifiers';
import type { Relation } from '../relation/relation.dto';
import type { IndexFilter } from '../../index/filter';

/** Code points of a field that agents read; the rest is ignored. */
export const AUGMENTED_CHARS_MAX = 400_000;
/** Pictures of a file that agents look at. */
export const AUGMENTED_PICTURES_MAX = 20;
/** Resources on a page of those that agents walk through. */
export const AUGMENTED_RESOURCES_MAX = 200;

/** A label that an agent gave. */
export interface AgentLabel {
  /** Labelset of the label. */
  readonly labelset: string;
  /** Label within the labelset. */
  readonly label: string;
}

/** A question that a text answers, with the answer, both written by a model. */
export interface GeneratedQuestion {
  /** The question. */
  readonly question: string;
  /** The answer. */
  readonly answer: string;
  /** Why it is the answer. */
  readonly reason: string;
  /** Ids of the paragraphs that it comes from. */
  readonly paragraphs: readonly string[];
}

/** Findings of an agent in a field. */
export interface AgentFindings {
  /** Of the whole field. */
  readonly classifications: readonly AgentLabel[];
  /** Of paragraphs, by their ids. */
  readonly paragraphs: readonly { readonly key: string; readonly classifications: readonly AgentLabel[] }[];
  /** Names in the text by what the task calls itself. */
  readonly entities: Readonly<Record<string, readonly EntityMention[]>>;
  /** Between the names. */
  readonly relations: readonly Relation[];
  /** Questions that the text answers. */
  readonly questions: readonly GeneratedQuestion[];
}

/** Why an agent could not do a part of its work. */
export interface AgentError {
  /** For people. */
  readonly text: string;
  /** When it happened, UTC without suffix. */
  readonly at: string;
}

/** Findings of a task in a version of a field, as they are stored with the resource. */
export interface FieldAugmentation extends AgentFindings {
  /** Id of the task. */
  readonly task: string;
  /** The field. */
  readonly field: FieldName;
  /** Version of the field and of the parameters of the task: the same need not be done again. */
  readonly version: string;
  /** Ids of the text fields and conversations that the task made of it. */
  readonly texts: readonly string[];
  /** Ids of the key-value fields that it filled from it; absent without any. */
  readonly key_values?: readonly string[];
  /** Why parts of it are missing; absent when nothing is. */
  readonly errors?: readonly AgentError[];
}

/** A text field that an agent made. */
export interface GeneratedText {
  /** Second part of its id. */
  readonly destination: string;
  /** The text. */
  readonly body: string;
  /** How it is written. */
  readonly format: Extract<TextFormat, 'PLAIN' | 'MARKDOWN' | 'JSON'>;
}

/** A key-value field that an agent made. */
export interface GeneratedKeyValues {
  /** Id of the schema, and of the field. */
  readonly schema: string;
  /** Values by the keys of the schema. */
  readonly data: Readonly<Record<string, KeyValue>>;
}

/** A message of a conversation that an agent writes. */
export interface GeneratedMessage {
  /** Names the message within its conversation. */
  readonly ident: string;
  /** JSON. */
  readonly text: string;
}

/** A conversation that an agent made: all its messages. */
export interface GeneratedMessages {
  /** Second part of its id. */
  readonly destination: string;
  /** In their order. */
  readonly messages: readonly GeneratedMessage[];
}

/** Findings of a task in a field of a resource. */
export interface FieldFindings extends AgentFindings {
  /** Letter of the type of the field. */
  readonly letter: FieldLetter;
  /** Id of the field. */
  readonly id: string;
  /** As `FieldAugmentation.version`. */
  readonly version: string;
  /** Text fields to make of it. */
  readonly texts: readonly GeneratedText[];
  /** Conversations to make of it. */
  readonly conversations?: readonly GeneratedMessages[];
  /** Key-value fields to fill from it; those of users are kept. */
  readonly keyValues?: readonly GeneratedKeyValues[];
  /** Why parts of it are missing. */
  readonly errors?: readonly AgentError[];
}

/** Names a resource by id or by slug. */
export class AugmentableQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Id of the resource. */
  rid?: string;
  /** Its slug, without an id. */
  rslug?: string;
  /** A resource that is not visible counts as unknown. */
  visibility!: Visibility;
  /** `{letter}/{id}` of the field after which to continue. */
  after?: string;
  /** Filters by their names: each field says which of them it passes. */
  filters?: Readonly<Record<string, IndexFilter>>;
}

/** A picture of a file, for agents whose models see. */
export interface AugmentablePicture {
  /** In the blob store. */
  readonly key: string;
  /** A media type that models read. */
  readonly contentType: string;
}

/** A field of a resource as agents read it. The first value of the stream is of the resource itself. */
export class AugmentableValue {
  /** Of the first value. */
  resource?: {
    /** Id of the resource. */
    readonly rid: string;
    /** Its media type. */
    readonly icon: string;
    /** Its labels. */
    readonly labels: readonly AgentLabel[];
    /** Completed tasks: ids with versions, by `{letter}/{id}` of the field. */
    readonly done: Readonly<Record<string, Readonly<Record<string, string>>>>;
    /** Ids of tasks that did not find all they were to find, by `{letter}/{id}` of the field. */
    readonly failed: Readonly<Record<string, readonly string[]>>;
  };
  /** Of every other value. */
  field?: {
    /** Letter of its type. */
    readonly letter: FieldLetter;
    /** Id of the field. */
    readonly id: string;
    /** Changes with its content. */
    readonly version: string;
    /** At most `AUGMENTED_CHARS_MAX` code points; messages of a conversation one after the other. */
    readonly text: string;
    /** Of a file: itself when it is a picture, else its pages when no text was found in it; absent without any. */
    readonly pictures?: readonly AugmentablePicture[];
    /** Places in `text`, in code points. */
    readonly paragraphs: readonly { readonly key: string; readonly start: number; readonly end: number }[];
    /** Results of processing. */
    readonly metadata: FieldMetadata;
    /** Names of the filters of the query that it passes; absent without filters. */
    readonly passed?: readonly string[];
  };
}

/** Which page of the resources of a box. */
export class AugmentedQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Last resource of the page before; empty for the first page. */
  after!: string;
  /** Most resources of the page. */
  limit!: number;
  /** Only resources in which this task found something. */
  task?: string;
  /** Only resources that mention or relate one of the entities that these replace. */
  names?: readonly EntityRename[];
  /** Whether all of them are counted. */
  counts?: boolean;
}

/** Resources in the order of their ids. */
export class AugmentedResources {
  /** Ids. */
  rids!: readonly string[];
  /** Number of all, of every page; absent when they are not counted. */
  total?: number;
}

/** Findings of a task in fields. */
export interface TaskFindings {
  /** Id of the task. */
  readonly task: string;
  /** Fields; earlier findings in them are replaced. */
  readonly fields: readonly FieldFindings[];
}

/** Findings of tasks in a resource. */
export class AugmentationPayload {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Id of the resource. */
  rid!: string;
  /** Of each task once. */
  findings!: readonly TaskFindings[];
}

/** The data to remove. */
export class AugmentationReference {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Id of the resource. */
  rid!: string;
  /** Id of the task. */
  task!: string;
}

/** Names a knowledge box. */
export class AlignableQuery {
  /** Id of the knowledge box. */
  kbid!: string;
}

/** A label and the number of resources that have it. */
export interface CountedLabel extends AgentLabel {
  /** Number of resources. */
  readonly resources: number;
}

/** The name of an entity and the number of resources in which agents found it. */
export interface CountedEntity {
  /** Type of the entity. */
  readonly group: string;
  /** The name. */
  readonly name: string;
  /** Number of resources. */
  readonly resources: number;
}

/** Labels and names of entities of a knowledge box, the most frequent ones first. */
export class AlignableNames {
  /** Given by users and by agents. */
  labels!: readonly CountedLabel[];
  /** Found by agents. */
  entities!: readonly CountedEntity[];
  /** Whether these are all. */
  isComplete!: boolean;
}

/** A label that is replaced by another one of its labelset. */
export interface LabelMerge {
  /** Labelset of both. */
  readonly labelset: string;
  /** The label that goes. */
  readonly from: string;
  /** The label that stays. */
  readonly to: string;
}

/** A name of an entity that is replaced by another one of its type. */
export interface EntityRename {
  /** Type of both. */
  readonly group: string;
  /** The name that goes. */
  readonly from: string;
  /** The name that stays; null when the other is not replaced any more where it is found from now on. */
  readonly to: string | null;
}

/**
 * Names to replace in a resource, or, without one, in the labelsets of the knowledge box. Names of entities are then
 * kept for what is found later.
 */
export class AlignmentPayload {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Id of the resource. */
  rid?: string;
  /** Labels. */
  labels!: readonly LabelMerge[];
  /** Names of entities. */
  entities!: readonly EntityRename[];
}

/** What was replaced. */
export class AlignmentDone {
  /** Whether anything was. */
  changed!: boolean;
}
