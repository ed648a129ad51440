import { AppError } from '@lectern/contracts/core';
import {
  CONVERSATION_ICON,
  type CreateResourcePayload,
  iconOfFormat,
  LANGUAGES_MAX,
  LINK_ICON,
  METADATA_ENTRIES_MAX,
  METADATA_JSON_CHARS_MAX,
} from '@lectern/contracts/knowledge-box';
import type { ResourceEntity } from '@lectern/resource-store';
import { mergedAnnotations, statedRelations } from './stated-metadata';
import { storedOrigin, initialTitle, type Naming } from '../naming/resource-naming';

/** Settings of a knowledge box for new resources. */
export interface HiddenSettings {
  readonly hiddenResourcesEnabled: boolean;
  readonly hiddenResourcesHideOnCreation: boolean;
}

export interface NewResource {
  readonly kbid: string;
  readonly rid: string;
  readonly payload: CreateResourcePayload;
  readonly settings: HiddenSettings;
  readonly now: Date;
  /** Names of files that are not in the payload because their bytes were uploaded first. */
  readonly filenames?: readonly string[];
}

/** @throws AppError `invalid_request` when it may not be hidden or its icon is not a media type */
export function newResource({ kbid, rid, payload, settings, now, filenames = [] }: NewResource): ResourceEntity {
  const { title, provisional } = initialTitle(namingOf(payload, filenames), rid);
  return {
    kbid,
    id: rid,
    slug: payload.slug || rid,
    title,
    titleIsProvisional: provisional,
    summary: payload.summary ?? '',
    summaryIsProvisional: !payload.summary,
    icon: iconOf(payload),
    thumbnail: payload.thumbnail ?? '',
    metadata: payload.metadata?.metadata ?? {},
    language: payload.metadata?.language ?? '',
    languages: mergedLanguages([], payload.metadata?.languages ?? []),
    classifications: uniqueClassifications(payload.usermetadata?.classifications ?? []),
    relations: statedRelations(rid, payload.usermetadata?.relations ?? []),
    annotations: mergedAnnotations(rid, [], payload.fieldmetadata ?? []),
    augmentations: [],
    origin: payload.origin ? storedOrigin(payload.origin) : null,
    extra: payload.extra ?? null,
    accessGroups: payload.security ? uniqueGroups(payload.security.access_groups) : null,
    hidden: isHidden(payload.hidden, settings),
    status: 'PENDING',
    version: 1,
    indexedVersion: null,
    lastSeqid: 0,
    created: now,
    modified: now,
  };
}

function namingOf({ title, slug, links, files }: CreateResourcePayload, filenames: readonly string[]): Naming {
  const uris = Object.values(links).map(({ uri }) => uri);
  const inline = Object.values(files).map(({ file }) => file.filename ?? '');
  return { title, slug, uris, filenames: [...filenames, ...inline] };
}

export function isHidden(wanted: boolean | null | undefined, settings: HiddenSettings): boolean {
  if (wanted && !settings.hiddenResourcesEnabled) {
    throw new AppError('invalid_request', 'Cannot hide a resource: the KB does not have hidden resources enabled');
  }
  return wanted ?? (settings.hiddenResourcesEnabled && settings.hiddenResourcesHideOnCreation);
}

export function uniqueClassifications<T extends { labelset: string; label: string; cancelled_by_user: boolean }>(
  classifications: readonly T[],
): T[] {
  const byValue = new Map(
    classifications.map((one) => [JSON.stringify([one.labelset, one.label, one.cancelled_by_user]), one]),
  );
  return [...byValue.values()];
}

/** Groups are compared as text, without a leading slash. */
export function uniqueGroups(groups: readonly string[]): string[] {
  return [...new Set(groups)];
}

/**
 * Merges metadata; the result has the size limits of a single request.
 *
 * @throws AppError `invalid_request`
 */
export function mergedMetadata(
  present: Readonly<Record<string, string>>,
  added: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const merged = { ...present, ...added };
  if (Object.keys(merged).length > METADATA_ENTRIES_MAX) {
    throw new AppError('invalid_request', `A resource has at most ${METADATA_ENTRIES_MAX} entries of metadata`);
  }
  if (JSON.stringify(merged).length > METADATA_JSON_CHARS_MAX) {
    throw new AppError('invalid_request', `Metadata is larger than ${METADATA_JSON_CHARS_MAX} characters`);
  }
  return merged;
}

/** The same for languages; empty tags are ignored. @throws AppError `invalid_request` */
export function mergedLanguages(present: readonly string[], added: readonly string[] = []): string[] {
  const merged = [...new Set([...present, ...added])].filter(Boolean);
  if (merged.length <= LANGUAGES_MAX) return merged;
  throw new AppError('invalid_request', `A resource has at most ${LANGUAGES_MAX} languages`);
}

const MEDIA_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9!#$&^_.+-]*$/i;

function iconOf(payload: CreateResourcePayload): string {
  if (payload.icon) {
    if (MEDIA_TYPE.test(payload.icon)) return payload.icon;
    throw new AppError('invalid_request', `Icon is not a valid MIME string: ${payload.icon}`);
  }
  const text = Object.values(payload.texts)[0];
  if (text) return iconOfFormat[text.format];
  const has = (fields: object) => Object.keys(fields).length > 0;
  if (has(payload.files)) return 'application/generic';
  if (has(payload.links)) return LINK_ICON;
  return has(payload.conversations) ? CONVERSATION_ICON : 'application/generic';
}
