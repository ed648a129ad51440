import type { ResourceEntity } from '../resource/resource.entity';
import type { FieldOutcome } from './field-understanding';

const GENERIC_ICON = 'application/generic';

/** A resource with what its content told: what a caller chose is never replaced. */
export function learnedResource(resource: ResourceEntity, outcomes: readonly FieldOutcome[]): ResourceEntity {
  const understood = outcomes.map((outcome) => outcome.understood);
  const title = resource.titleIsProvisional ? understood.find((one) => one.title)?.title : undefined;
  const language = resource.language || (understood.find((one) => one.language)?.language ?? '');
  const summary = understood.find((one) => one.summary)?.summary;
  const icon = resource.icon === GENERIC_ICON ? understood.find((one) => one.mimeType)?.mimeType : undefined;
  return {
    ...resource,
    title: title ?? resource.title,
    titleIsProvisional: resource.titleIsProvisional && title === undefined,
    summary: resource.summaryIsProvisional ? (summary ?? resource.summary) : resource.summary,
    icon: icon ?? resource.icon,
    language,
    languages: [...new Set([...resource.languages, language, ...understood.flatMap((one) => one.languages)])].filter(
      Boolean,
    ),
  };
}
