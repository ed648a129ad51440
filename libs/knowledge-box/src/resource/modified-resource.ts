import type { ModifyResourcePayload } from '@lectern/contracts/knowledge-box';
import type { ResourceEntity } from '@lectern/resource-store';
import { mergedAnnotations, statedRelations } from './stated-metadata';
import {
  type HiddenSettings,
  isHidden,
  mergedLanguages,
  mergedMetadata,
  uniqueClassifications,
  uniqueGroups,
} from './new-resource';
import { storedOrigin } from '../naming/resource-naming';

/**
 * A resource after a change; members absent from the payload are unchanged.
 *
 * @throws AppError `invalid_request` when it may not be hidden, or has too much metadata
 */
export function modifiedResource(
  resource: ResourceEntity,
  payload: ModifyResourcePayload,
  settings: HiddenSettings,
): ResourceEntity {
  return {
    ...resource,
    slug: payload.slug || resource.slug,
    title: payload.title || resource.title,
    titleIsProvisional: payload.title ? false : resource.titleIsProvisional,
    summary: payload.summary || resource.summary,
    summaryIsProvisional: payload.summary ? false : resource.summaryIsProvisional,
    thumbnail: payload.thumbnail || resource.thumbnail,
    metadata: payload.metadata ? mergedMetadata(resource.metadata, payload.metadata.metadata) : resource.metadata,
    language: payload.metadata?.language || resource.language,
    languages: mergedLanguages(resource.languages, payload.metadata?.languages ?? []),
    classifications: payload.usermetadata
      ? uniqueClassifications(payload.usermetadata.classifications)
      : resource.classifications,
    relations: payload.usermetadata ? statedRelations(resource.id, payload.usermetadata.relations) : resource.relations,
    annotations: payload.fieldmetadata
      ? mergedAnnotations(resource.id, resource.annotations, payload.fieldmetadata)
      : resource.annotations,
    origin: payload.origin ? storedOrigin(payload.origin) : resource.origin,
    extra: payload.extra ?? resource.extra,
    accessGroups: payload.security ? uniqueGroups(payload.security.access_groups) : resource.accessGroups,
    hidden:
      payload.hidden === null || payload.hidden === undefined ? resource.hidden : isHidden(payload.hidden, settings),
  };
}
