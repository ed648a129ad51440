import type { ResourceEntity } from '@lectern/knowledge-box-rows';

const ORIGIN_CHARS_MAX = 255;

/** The label paths that all paragraphs of a resource carry: what filters and facets address it by. */
export function resourceLabels(resource: ResourceEntity): string[] {
  const { origin } = resource;
  return [
    ...resource.classifications.filter((one) => !one.cancelled_by_user).map((one) => `/l/${one.labelset}/${one.label}`),
    `/n/i/${resource.icon}`,
    `/n/s/${resource.status === 'PENDING' ? 'PENDING' : 'PROCESSED'}`,
    ...(resource.language ? [`/s/p/${resource.language}`] : []),
    ...new Set([resource.language, ...resource.languages].filter(Boolean).map((language) => `/s/s/${language}`)),
    ...(origin?.tags ?? []).map((tag) => `/t/${tag}`),
    ...Object.entries(origin?.metadata ?? {}).map(([key, value]) => `/m/${cut(key)}/${cut(String(value))}`),
    ...(origin?.path ? [`/p/${origin.path.replace(/^\/+/, '')}`] : []),
    ...(origin?.source_id ? [`/u/s/${origin.source_id}`] : []),
    ...(origin?.collaborators ?? []).map((collaborator) => `/u/o/${collaborator}`),
  ];
}

function cut(text: string): string {
  return text.slice(0, ORIGIN_CHARS_MAX);
}
