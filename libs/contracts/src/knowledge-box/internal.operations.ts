import { operation } from '../core/operation';
import { event } from '../core/event';
import { task } from '../core/task';
import type { Visibility } from '../access/visibility';
import type { StoredParagraph } from '../index/paragraph';
import type { ExtractedPart, ResourceShow } from './read-query.dto';
import type { FieldLetter, FieldType } from './identifiers';
import type { Resource } from './resource.dto';

/** Resources by id, many at once: what find and ask show besides their hits. */
export class ResourcesQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Ids or slugs, at most 500. */
  ids!: readonly string[];
  /** Resources that are not visible count as unknown. */
  visibility!: Visibility;
  /** Parts of each resource. */
  show!: readonly ResourceShow[];
  /** Only fields of these types. */
  fieldTypes!: readonly FieldType[];
  /** Parts of what processing found. */
  extracted!: readonly ExtractedPart[];
}

/** Resources by the id or slug that named them. */
export class ResourcesFound {
  /** Unknown ones are left out. */
  resources!: Readonly<Record<string, Resource>>;
}

/** Leaves out secrets of fields. @throws AppError `too_large` when the resources have more than 6 MiB together */
export const readResources = operation({
  name: 'kb.resources.read',
  summary: 'Read resources by id or slug',
  body: ResourcesQuery,
  answer: ResourcesFound,
  deadlineMs: 10_000,
});

/** Which of the resources that an index found are there and may be seen now. */
export class VisibleResourcesQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Ids of resources, at most 1,000. */
  rids!: readonly string[];
  /** Which resources count as visible. */
  visibility!: Visibility;
}

/** Resources that exist and are visible. */
export class VisibleResources {
  /** Their ids, in no particular order. */
  rids!: readonly string[];
}

/** Reads the rows, which know of restrictions and deletions before the indexes do. */
export const listVisibleResources = operation({
  name: 'kb.resources.visible',
  summary: 'List which of some resources exist and are visible',
  body: VisibleResourcesQuery,
  answer: VisibleResources,
  deadlineMs: 10_000,
});

/** Paragraphs by id: what a search shows when no index can give it. */
export class ParagraphsQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Ids of paragraphs, at most 500. */
  ids!: readonly string[];
}

/** Paragraphs in the order in which they were named. */
export class ParagraphsFound {
  /** Those that are gone are left out. */
  paragraphs!: readonly StoredParagraph[];
}

/** Reads from the database what an index would return. */
export const readParagraphs = operation({
  name: 'kb.paragraphs.read',
  summary: 'Read paragraphs by id',
  body: ParagraphsQuery,
  answer: ParagraphsFound,
  deadlineMs: 10_000,
});

/** Names a knowledge box. */
export class KnowledgeBoxReference {
  /** UUID with hyphens. */
  kbid!: string;
}

/** What retrieval must know of a knowledge box. */
export class RetrievalSettings {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Whether resources can be hidden. */
  hiddenResourcesEnabled!: boolean;
  /** Whether searches without groups see public resources only. */
  enforceSecurity!: boolean;
  /** Ids of its vectorsets, the default one first. */
  vectorsets!: readonly string[];
  /** Its indexes were emptied and do not hold everything again yet. */
  rebuilding!: boolean;
  /** Some paragraphs are not in the vector index yet: `listUnembeddedFields` says which. */
  embedding!: boolean;
}

/** @throws AppError `not_found` */
export const readRetrievalSettings = operation({
  name: 'kb.settings.read',
  summary: 'Read what retrieval must know of a knowledge box',
  body: KnowledgeBoxReference,
  answer: RetrievalSettings,
  deadlineMs: 10_000,
});

/** Resources whose fields are asked about. */
export class UnembeddedFieldsQuery {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Ids of resources, at most 1,000. */
  rids!: readonly string[];
}

/** Fields that are not wholly in the vector index. */
export class UnembeddedFields {
  /** `rid/letter/id`, in no particular order. */
  fields!: readonly string[];
}

/** Reads the rows that processing writes and embedding removes. */
export const listUnembeddedFields = operation({
  name: 'kb.fields.unembedded',
  summary: 'List which fields of some resources are not wholly in the vector index',
  body: UnembeddedFieldsQuery,
  answer: UnembeddedFields,
  deadlineMs: 10_000,
});

/** The indexes of a knowledge box: that for words, and those of its vectorsets together. */
export type IndexKind = 'keywords' | 'vectors';

/** An index of a knowledge box that cannot be used as it is. */
export class IndexDamage {
  /** Id of the knowledge box. */
  kbid!: string;
  /** The index that cannot be used. */
  index!: IndexKind;
  /** What is wrong, for the log. */
  reason!: string;
  /** There is nothing to read, which is right for a box that has no content. */
  absent!: boolean;
}

/** What is done about a damaged index. */
export class IndexDamageNoted {
  /** Whether it is dropped and filled again because of this; not when that goes on already. */
  healing!: boolean;
}

/** Leaves alone what was dropped a moment ago, and what is absent because the box has no content. */
export const reportIndexDamage = operation({
  name: 'kb.index.report-damage',
  summary: 'Have an index that is damaged or missing filled again',
  body: IndexDamage,
  answer: IndexDamageNoted,
  deadlineMs: 10_000,
});

/** Names a resource. */
export interface ResourceReference {
  /** Id of the knowledge box, UUID with hyphens. */
  readonly kbid: string;
  /** Id of the resource, 32 hex digits. */
  readonly rid: string;
}

/**
 * Puts the texts of a resource into the keyword index, as far as they are understood. Small texts are processed
 * here first; every other field has a separate task, which schedules this one again when it is done.
 */
export const processResource = task<ResourceReference>({
  name: 'processResource',
  attemptsMax: 10,
  timeoutMs: 10 * 60_000,
});

/** The same for a resource of which the texts are large. */
export const processLargeResource = task<ResourceReference>({ ...processResource, name: 'processLargeResource' });

/** Names a field. */
export interface FieldReference extends ResourceReference {
  /** Letter of its type. */
  readonly letter: FieldLetter;
  /** Id of the field. */
  readonly id: string;
}

/** Understands one text that takes its time. */
export const understandText = task<FieldReference>({
  name: 'understandText',
  attemptsMax: 10,
  timeoutMs: 10 * 60_000,
});

/** Fetches one page or external file, and understands it. */
export const fetchLink = task<FieldReference>({ name: 'fetchLink', attemptsMax: 10, timeoutMs: 10 * 60_000 });

/** Reads one stored file, and understands it. */
export const readFile = task<FieldReference>({ name: 'readFile', attemptsMax: 10, timeoutMs: 10 * 60_000 });

/**
 * Brings what both indexes filter a resource by up to date: groups, hidden, labels, dates. Removes a resource that was
 * deleted, up to `deletedVersion`. Comes before all other work and never waits for content.
 */
export const updateIndexedResource = task<ResourceReference & { readonly deletedVersion?: number }>({
  name: 'updateIndexedResource',
  attemptsMax: 25,
  timeoutMs: 5 * 60_000,
});

/**
 * Embeds the paragraphs that have no vectors yet, and puts the resource into the vector index. A resource with more
 * than a part of them is handed on to `embedLargeResource`.
 */
export const embedResource = task<ResourceReference>({
  name: 'embedResource',
  attemptsMax: 25,
  timeoutMs: 10 * 60_000,
});

/**
 * The same for some time, then once more behind the others until nothing is left. Only attempts without progress count.
 */
export const embedLargeResource = task<ResourceReference>({
  name: 'embedLargeResource',
  attemptsMax: 25,
  timeoutMs: 10 * 60_000,
});

/** Removes what a deleted resource left in indexes and blob store. */
export const purgeResource = task<ResourceReference & { readonly version: number; readonly blobs: readonly string[] }>({
  name: 'purgeResource',
  attemptsMax: 25,
  timeoutMs: 5 * 60_000,
});

/** Removes blobs that no row names any more: parts of uploads that are complete or have expired. */
export const purgeBlobs = task<{ readonly blobs: readonly string[] }>({
  name: 'purgeBlobs',
  attemptsMax: 25,
  timeoutMs: 5 * 60_000,
});

/** Kinds of changes of a resource. */
export const changeKinds = ['created', 'modified', 'reprocessed', 'processed', 'deleted'] as const;
/**
 * `reprocessed`: a caller had it processed again; `processed`: processing itself changed it; `modified`: any other
 * change.
 */
export type ChangeKind = (typeof changeKinds)[number];

/** What is known of a resource that is gone. */
export interface DeletedResource {
  /** Its last title. */
  readonly title: string;
  /** Its last number in the processing queue. */
  readonly seqid: number;
}

/**
 * Steps on the way of a resource. `written`: a change is committed; `indexed`: searches see more of it than before, its
 * words, their meaning, or what it is filtered by; `processed`: its fields were understood and can be found by their
 * words.
 */
export type ResourceStep =
  | { readonly step: 'written'; readonly kind: Exclude<ChangeKind, 'processed'>; readonly deleted?: DeletedResource }
  | { readonly step: 'indexed' }
  | { readonly step: 'processed'; readonly errors: boolean };

/** A resource got a step further. One event for all steps, so that those of a resource arrive in their order. */
export const resourceProgressed = event<ResourceReference & ResourceStep>('kb.resource.progressed');

/** Settings of a knowledge box changed, or it is gone. */
export const knowledgeBoxChanged = event<{ readonly kbid: string }>('kb.knowledge-box.changed');
