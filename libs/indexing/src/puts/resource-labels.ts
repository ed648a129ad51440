import { type GivenLabels, labelOfField } from '@lectern/contracts/core';
import { type Classification, type FieldName, letterOfFieldType } from '@lectern/contracts/knowledge-box';
import { classificationPath, type ResourceEntity, resourceLabels } from '@lectern/resource-store';

/** The label paths of all paragraphs of a resource, for filters and facets. */
export function indexedLabels(resource: ResourceEntity): string[] {
  return [`/n/s/${resource.status}`, ...resourceLabels(resource)];
}

type Labelled = Pick<ResourceEntity, 'id' | 'classifications' | 'annotations' | 'augmentations'>;

/** Results for the rows in use, since each field of a resource needs them. */
const known = new WeakMap<Labelled, GivenLabels>();

/**
 * The labels that users give to single paragraphs, and agents to fields and paragraphs, without those that users cancel
 * for the resource in all fields, or for the paragraph. Labels of a message belong to its conversation.
 */
export function givenLabels(resource: Labelled): GivenLabels {
  const given = known.get(resource) ?? labelsGivenIn(resource);
  known.set(resource, given);
  return given;
}

function labelsGivenIn({ id: rid, classifications, annotations, augmentations }: Labelled): GivenLabels {
  const ofFields = new Map<string, readonly string[]>();
  for (const [field, own] of Map.groupBy(augmentations, nameOfField)) {
    const paths = fieldLabels({ classifications, augmentations: own }).map(labelOfField);
    if (paths.length > 0) ofFields.set(field, paths);
  }
  const ofParagraphs = new Map<string, readonly string[]>();
  const byUsers = annotations.flatMap((one) => ownParagraphs(rid, one));
  const cancelled = new Map<string, ReadonlySet<string>>();
  for (const [key, own] of Map.groupBy(byUsers, (one) => one.key)) {
    const all = own.flatMap((one) => one.classifications);
    cancelled.set(key, cancelledPaths(all));
    addLabels(ofParagraphs, key, pathsOf(all.filter((one) => !one.cancelled_by_user)));
  }
  for (const { key, classifications: own } of augmentations.flatMap((one) => ownParagraphs(rid, one)))
    addLabels(
      ofParagraphs,
      key,
      pathsOf(own).filter((path) => !cancelled.get(key)?.has(path)),
    );
  return { ofFields, ofParagraphs };
}

/** Labels that a field has for paragraphs of other fields are ignored. */
function ownParagraphs<P extends { readonly key: string }>(
  rid: string,
  one: { readonly field: FieldName; readonly paragraphs: readonly P[] },
): readonly P[] {
  const prefix = `${rid}/${nameOfField(one)}/`;
  return one.paragraphs.filter(({ key }) => key.startsWith(prefix));
}

function addLabels(all: Map<string, readonly string[]>, key: string, paths: readonly string[]): void {
  if (paths.length > 0) all.set(key, [...(all.get(key) ?? []), ...paths]);
}

function nameOfField({ field }: { readonly field: FieldName }): string {
  return `${letterOfFieldType[field.field_type]}/${field.field}`;
}

/** The label paths that agents give to whole fields, without those that a user cancels for the resource. */
export function fieldLabels({
  classifications,
  augmentations,
}: Pick<ResourceEntity, 'classifications' | 'augmentations'>): readonly string[] {
  const paths = augmentations.flatMap((one) => pathsOf(one.classifications));
  const cancelled = cancelledPaths(classifications);
  return paths.filter((path) => !cancelled.has(path));
}

function cancelledPaths(classifications: readonly Classification[]): ReadonlySet<string> {
  return new Set(classifications.filter((one) => one.cancelled_by_user).map(classificationPath));
}

function pathsOf(classifications: readonly Pick<Classification, 'labelset' | 'label'>[]): readonly string[] {
  return classifications.map(classificationPath);
}
