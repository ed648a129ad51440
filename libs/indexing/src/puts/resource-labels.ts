import { labelOfField } from '@lectern/contracts/core';
import {
  type Classification,
  type FieldLetter,
  type FieldName,
  fieldTypeOfLetter,
} from '@lectern/contracts/knowledge-box';
import { classificationPath, fieldOfSplit, type ResourceEntity, resourceLabels } from '@lectern/knowledge-box-rows';

/** The label paths that all paragraphs of a resource carry: what filters and facets address it by. */
export function indexedLabels(resource: ResourceEntity): string[] {
  return [`/n/s/${resource.status}`, ...resourceLabels(resource)];
}

/**
 * The labels that users give the paragraphs of a field, by the id of the paragraph; undefined without any. Those of a
 * message belong to its conversation.
 */
export function userLabels(
  { annotations }: Pick<ResourceEntity, 'annotations'>,
  { letter, id }: { readonly letter: FieldLetter; readonly id: string },
): ((paragraphId: string) => readonly string[] | undefined) | undefined {
  const type = fieldTypeOfLetter[letter];
  const own = annotations.find(({ field }) => field.field_type === type && field.field === fieldOfSplit(id));
  if (!own) return undefined;
  const byKey = new Map<string, string[]>();
  for (const { key, classifications } of own.paragraphs) {
    const paths = classifications.filter((one) => !one.cancelled_by_user).map(classificationPath);
    byKey.set(key, [...(byKey.get(key) ?? []), ...paths]);
  }
  return (key) => byKey.get(key);
}

/**
 * The label paths that agents give a field, as paragraphs carry them, and by their ids its paragraphs; without those
 * that users cancel, of the resource for all fields, or of the paragraph.
 */
export function agentLabels(
  {
    classifications: ofResource,
    annotations,
    augmentations,
  }: Pick<ResourceEntity, 'classifications' | 'annotations' | 'augmentations'>,
  { letter, id }: { readonly letter: FieldLetter; readonly id: string },
): { readonly ofField: readonly string[]; readonly ofParagraph: ReadonlyMap<string, readonly string[]> } {
  const type = fieldTypeOfLetter[letter];
  const isOwn = ({ field }: { readonly field: FieldName }) =>
    field.field_type === type && field.field === fieldOfSplit(id);
  const own = augmentations.filter(isOwn);
  const labelled = own.flatMap(({ paragraphs }) => paragraphs);
  const byUsers = labelled.length === 0 ? [] : annotations.filter(isOwn).flatMap(({ paragraphs }) => paragraphs);
  const annotated = Map.groupBy(byUsers, ({ key }) => key);
  const ofParagraph = new Map<string, string[]>();
  for (const { key, classifications } of labelled) {
    const cancelled = cancelledPaths((annotated.get(key) ?? []).flatMap((one) => one.classifications));
    const paths = classifications.map(classificationPath).filter((path) => !cancelled.has(path));
    ofParagraph.set(key, [...(ofParagraph.get(key) ?? []), ...paths]);
  }
  const ofField = fieldLabels({ classifications: ofResource, augmentations: own });
  return { ofField: ofField.map(labelOfField), ofParagraph };
}

/** The label paths that agents give whole fields, without those that a user cancels for the resource. */
export function fieldLabels({
  classifications,
  augmentations,
}: Pick<ResourceEntity, 'classifications' | 'augmentations'>): readonly string[] {
  const paths = augmentations.flatMap((one) => one.classifications.map(classificationPath));
  const cancelled = cancelledPaths(classifications);
  return paths.filter((path) => !cancelled.has(path));
}

function cancelledPaths(classifications: readonly Classification[]): ReadonlySet<string> {
  return new Set(classifications.filter((one) => one.cancelled_by_user).map(classificationPath));
}
