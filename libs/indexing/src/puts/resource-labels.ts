import { labelOfField } from '@lectern/contracts/core';
import { type FieldLetter, fieldTypeOfLetter } from '@lectern/contracts/knowledge-box';
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

/** The label paths that agents give a field, and by their ids its paragraphs. */
export function agentLabels(
  { augmentations }: Pick<ResourceEntity, 'augmentations'>,
  { letter, id }: { readonly letter: FieldLetter; readonly id: string },
): { readonly ofField: readonly string[]; readonly ofParagraph: ReadonlyMap<string, readonly string[]> } {
  const type = fieldTypeOfLetter[letter];
  const own = augmentations.filter(({ field }) => field.field_type === type && field.field === fieldOfSplit(id));
  const ofParagraph = new Map<string, string[]>();
  for (const { key, classifications } of own.flatMap(({ paragraphs }) => paragraphs))
    ofParagraph.set(key, [...(ofParagraph.get(key) ?? []), ...classifications.map(classificationPath)]);
  const paths = own.flatMap(({ classifications }) => classifications.map(classificationPath));
  return { ofField: paths.flatMap((path) => [path, labelOfField(path)]), ofParagraph };
}
