import { type Classification, type FieldLetter, fieldTypeOfLetter } from '@lectern/contracts/knowledge-box';
import { fieldOfSplit, type ResourceEntity } from '@lectern/knowledge-box-rows';

const ORIGIN_CHARS_MAX = 255;

/** The label paths that all paragraphs of a resource carry: what filters and facets address it by. */
export function resourceLabels(resource: ResourceEntity): string[] {
  const { origin } = resource;
  return [
    ...resource.classifications.filter((one) => !one.cancelled_by_user).map(pathOf),
    `/n/i/${resource.icon}`,
    `/n/s/${resource.status}`,
    ...(resource.language ? [`/s/p/${resource.language}`] : []),
    ...new Set([resource.language, ...resource.languages].filter(Boolean).map((language) => `/s/s/${language}`)),
    ...(origin?.tags ?? []).map((tag) => `/t/${tag}`),
    ...Object.entries(origin?.metadata ?? {}).map(([key, value]) => `/m/${cut(key)}/${cut(String(value))}`),
    ...(origin?.path ? [`/p/${origin.path.replace(/^\/+/, '')}`] : []),
    ...(origin?.source_id ? [`/u/s/${origin.source_id}`] : []),
    ...(origin?.collaborators ?? []).map((collaborator) => `/u/o/${collaborator}`),
  ];
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
    const paths = classifications.filter((one) => !one.cancelled_by_user).map(pathOf);
    byKey.set(key, [...(byKey.get(key) ?? []), ...paths]);
  }
  return (key) => byKey.get(key);
}

function pathOf({ labelset, label }: Classification): string {
  return `/l/${labelset}/${label}`;
}

function cut(text: string): string {
  return text.slice(0, ORIGIN_CHARS_MAX);
}
