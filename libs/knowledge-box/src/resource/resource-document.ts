import { naiveUtc } from '@lectern/contracts/core';
import type {
  ExtractedPart,
  FieldType,
  Finding,
  ListedResource,
  Resource,
  ResourceShow,
} from '@lectern/contracts/knowledge-box';
import type { ResourceEntity } from '@lectern/resource-store';
import type { GenericVectors } from '../field/generic-field';

/** The requested parts of a resource. */
export interface Shown {
  readonly show: readonly ResourceShow[];
  readonly fieldTypes: readonly FieldType[];
  readonly extracted: readonly ExtractedPart[];
  /** Present if vectors were requested. */
  readonly genericVectors?: GenericVectors;
}

/**
 * A resource in the form of the interface, without its fields and limited to the requested members.
 *
 * @param waitsFor included if given
 */
export function resourceMembers(
  resource: ResourceEntity,
  { show }: Pick<Shown, 'show'>,
  waitsFor?: Finding | null,
): Resource {
  const has = (part: ResourceShow) => show.includes(part);
  return {
    id: resource.id,
    ...(has('basic') && {
      ...basicMembers(resource, has('relations')),
      ...(waitsFor !== undefined && { waits_for: waitsFor }),
    }),
    ...(has('relations') && { relations: resource.relations }),
    ...(has('origin') && resource.origin && { origin: resource.origin }),
    ...(has('extra') && resource.extra && { extra: resource.extra }),
    ...(has('security') && resource.accessGroups && { security: { access_groups: resource.accessGroups } }),
  };
}

/** A resource in a list, with every member; those that lists do not show are null. */
export function listedResource(resource: ResourceEntity, waitsFor: Finding | null): ListedResource {
  const notListed = { origin: null, extra: null, relations: null, data: null, security: null };
  return { ...resourceMembers(resource, { show: ['basic'] }, waitsFor), ...notListed };
}

function basicMembers(resource: ResourceEntity, hasRelations: boolean): Omit<Resource, 'id'> {
  return {
    slug: resource.slug,
    title: resource.title,
    summary: resource.summary,
    icon: resource.icon,
    thumbnail: resource.thumbnail,
    metadata: {
      metadata: resource.metadata,
      language: resource.language,
      languages: resource.languages,
      status: resource.status,
    },
    usermetadata: { classifications: resource.classifications, relations: hasRelations ? resource.relations : [] },
    fieldmetadata: resource.annotations,
    computedmetadata: { field_classifications: fieldClassifications(resource.augmentations) },
    created: naiveUtc(resource.created),
    modified: naiveUtc(resource.modified),
    last_seqid: resource.lastSeqid,
    last_account_seq: null,
    queue: 'private',
    hidden: resource.hidden,
  };
}

function fieldClassifications(augmentations: ResourceEntity['augmentations']) {
  const byField = Map.groupBy(augmentations, ({ field }) => `${field.field_type}/${field.field}`);
  return [...byField.values()].flatMap((own) => {
    const classifications = own.flatMap((one) => one.classifications);
    return own[0] && classifications.length > 0 ? [{ field: own[0].field, classifications }] : [];
  });
}
