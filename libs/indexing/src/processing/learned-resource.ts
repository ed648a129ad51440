import {
  fieldOfThumbnail,
  type LearnedFromField,
  type ResourceEntity,
  thumbnailUri,
} from '@lectern/knowledge-box-rows';

const GENERIC_ICON = 'application/generic';

/**
 * A resource with what was found in its fields, the first of them first: what a caller chose is never replaced.
 *
 * @param isComplete whether all fields are known; else another one may still have a better title
 */
export function learnedResource(
  resource: ResourceEntity,
  fields: readonly LearnedFromField[],
  { isComplete }: { readonly isComplete: boolean },
): ResourceEntity {
  const title = resource.titleIsProvisional ? fields.find((one) => one.title)?.title : undefined;
  const language = resource.language || (fields.find((one) => one.language)?.language ?? '');
  const summary = fields.find((one) => one.summary)?.summary;
  const icon = resource.icon === GENERIC_ICON ? fields.find((one) => one.mimeType)?.mimeType : undefined;
  return {
    ...resource,
    title: title ?? resource.title,
    titleIsProvisional: resource.titleIsProvisional && (title === undefined || !isComplete),
    summary: resource.summaryIsProvisional ? (summary ?? resource.summary) : resource.summary,
    icon: icon ?? resource.icon,
    language,
    languages: [...new Set([...resource.languages, language, ...fields.flatMap((one) => one.languages)])].filter(
      Boolean,
    ),
  };
}

/**
 * The picture that stands for a resource: the one that a user chose, else that of the first file that is one.
 *
 * @param pictures ids of file fields that stand for themselves
 */
export function learnedThumbnail({ kbid, id: rid, thumbnail }: ResourceEntity, pictures: readonly string[]): string {
  const own = fieldOfThumbnail({ kbid, rid }, thumbnail);
  if (thumbnail !== '' && own === undefined) return thumbnail;
  const fieldId = own !== undefined && pictures.includes(own) ? own : pictures[0];
  return fieldId === undefined ? '' : thumbnailUri({ kbid, rid, fieldId });
}
