import {
  fieldOfThumbnail,
  type LearnedFromField,
  type PicturedField,
  type ResourceEntity,
  thumbnailUri,
  withoutExtension,
} from '@lectern/resource-store';

const GENERIC_ICON = 'application/generic';

/**
 * Fills a resource with facts found in its fields; earlier fields take precedence, and values chosen by a caller are
 * never replaced.
 *
 * @param isComplete whether all fields are known; otherwise a later one may still have a better title
 */
export function learnedResource(
  resource: ResourceEntity,
  fields: readonly LearnedFromField[],
  { isComplete }: { readonly isComplete: boolean },
): ResourceEntity {
  const found = resource.titleIsProvisional ? fields.find((one) => one.title)?.title : undefined;
  const title = found ?? (resource.titleIsProvisional && isComplete ? bareFilename(resource) : undefined);
  const language = resource.language || (fields.find((one) => one.language)?.language ?? '');
  const summary = fields.find((one) => one.summary)?.summary;
  const icon = resource.icon === GENERIC_ICON ? fields.find((one) => one.mimeType)?.mimeType : undefined;
  return {
    ...resource,
    title: title ?? resource.title,
    titleIsProvisional: resource.titleIsProvisional && (found === undefined || !isComplete),
    summary: resource.summaryIsProvisional ? (summary ?? resource.summary) : resource.summary,
    icon: icon ?? resource.icon,
    language,
    languages: [...new Set([...resource.languages, language, ...fields.flatMap((one) => one.languages)])].filter(
      Boolean,
    ),
  };
}

/** The file name without its extension, if the title is only that name. */
function bareFilename({ title, origin }: ResourceEntity): string | undefined {
  return origin?.filename === title ? withoutExtension(title) : undefined;
}

/**
 * The thumbnail of a resource: the one a user chose, otherwise that of the first file with one, otherwise that of the
 * first link.
 *
 * @param pictured fields that have a picture
 */
export function learnedThumbnail(
  { kbid, id: rid, thumbnail }: ResourceEntity,
  pictured: readonly PicturedField[],
): string {
  const own = fieldOfThumbnail({ kbid, rid }, thumbnail);
  if (thumbnail !== '' && own === undefined) return thumbnail;
  const present = pictured.find(({ letter, id }) => letter === own?.letter && id === own.id);
  const chosen = present ?? pictured.find(({ letter }) => letter === 'f') ?? pictured[0];
  return chosen === undefined ? '' : thumbnailUri({ kbid, rid, ...chosen });
}
