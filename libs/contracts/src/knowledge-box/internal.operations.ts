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
  kbid!: string;
  /** Ids or slugs, at most 500. */
  ids!: readonly string[];
  /** Others count as unknown. */
  visibility!: Visibility;
  show!: readonly ResourceShow[];
  fieldTypes!: readonly FieldType[];
  extracted!: readonly ExtractedPart[];
}

/** By the id asked for; unknown ones are left out. */
export class ResourcesFound {
  resources!: Readonly<Record<string, Resource>>;
}

export const readResources = operation({
  name: 'kb.resources.read',
  summary: 'Read resources by id or slug',
  body: ResourcesQuery,
  answer: ResourcesFound,
  deadlineMs: 10_000,
});

/** Which of the resources that an index found are there and may be seen now. */
export class VisibleResourcesQuery {
  kbid!: string;
  /** At most 1,000. */
  rids!: readonly string[];
  visibility!: Visibility;
}

export class VisibleResources {
  /** In no particular order. */
  rids!: readonly string[];
}

export const listVisibleResources = operation({
  name: 'kb.resources.visible',
  summary: 'List which of some resources exist and are visible',
  body: VisibleResourcesQuery,
  answer: VisibleResources,
  deadlineMs: 10_000,
});

/** Paragraphs by id: what a search shows when no index can give it. */
export class ParagraphsQuery {
  kbid!: string;
  /** At most 500. */
  ids!: readonly string[];
}

/** In the order asked for; those that are gone are left out. */
export class ParagraphsFound {
  paragraphs!: readonly StoredParagraph[];
}

export const readParagraphs = operation({
  name: 'kb.paragraphs.read',
  summary: 'Read paragraphs by id',
  body: ParagraphsQuery,
  answer: ParagraphsFound,
  deadlineMs: 10_000,
});

export class KnowledgeBoxReference {
  kbid!: string;
}

/** What retrieval must know of a knowledge box. */
export class RetrievalSettings {
  kbid!: string;
  hiddenResourcesEnabled!: boolean;
  enforceSecurity!: boolean;
  /** Ids of its vectorsets, the default one first. */
  vectorsets!: readonly string[];
  /** Its indexes were emptied and do not hold everything again yet. */
  rebuilding!: boolean;
  /** Some paragraphs are not in the vector index yet: `listUnembeddedFields` tells which. */
  embedding!: boolean;
}

/** @throws AppError `not_found` */
export const readRetrievalSettings = operation({
  name: 'kb.settings.read',
  summary: 'Tell what retrieval must know of a knowledge box',
  body: KnowledgeBoxReference,
  answer: RetrievalSettings,
  deadlineMs: 10_000,
});

export class UnembeddedFieldsQuery {
  kbid!: string;
  /** At most 1,000. */
  rids!: readonly string[];
}

export class UnembeddedFields {
  /** `rid/letter/id`, in no particular order. */
  fields!: readonly string[];
}

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
  kbid!: string;
  index!: IndexKind;
  reason!: string;
  /** There is nothing to read, which is right for a box that has no content. */
  absent!: boolean;
}

export class IndexDamageNoted {
  /** Whether it is dropped and filled again because of this; not when that goes on already. */
  healing!: boolean;
}

export const reportIndexDamage = operation({
  name: 'kb.index.report-damage',
  summary: 'Have an index that is damaged or missing filled again',
  body: IndexDamage,
  answer: IndexDamageNoted,
  deadlineMs: 10_000,
});

export interface ResourceReference {
  readonly kbid: string;
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

export interface FieldReference extends ResourceReference {
  readonly letter: FieldLetter;
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

export const changeKinds = ['created', 'modified', 'reprocessed', 'processed', 'deleted'] as const;
/** `reprocessed`: a caller had it processed again; `processed`: by processing itself; `modified`: anything else. */
export type ChangeKind = (typeof changeKinds)[number];

/** A resource changed; published after the commit. */
export const resourceChanged = event<ResourceReference & { readonly kind: ChangeKind }>('kb.resource.changed');

/** A resource was understood and can be found by its words. */
export const resourceProcessed = event<ResourceReference & { readonly errors: boolean }>('kb.resource.processed');

/** Settings of a knowledge box changed, or it is gone. */
export const knowledgeBoxChanged = event<{ readonly kbid: string }>('kb.knowledge-box.changed');
