import type { ExportedError, ExportedField, ExportedFile, ExportedResource } from '@lectern/contracts/knowledge-box';
import type { FieldEntity, ResourceEntity } from '@lectern/knowledge-box-rows';

/** What an item says; members that validation fills in may be left out. */
export type Item<T> = { readonly [M in keyof T]: unknown };

/** A resource as the file of an export has it, without its fields. */
export function resourceItem(resource: ResourceEntity): Item<ExportedResource> {
  const { metadata, language, languages, classifications, origin, extra, accessGroups } = resource;
  const { source: _always, ...sent } = origin ?? {};
  return {
    id: resource.id,
    payload: {
      slug: resource.slug,
      thumbnail: resource.thumbnail,
      metadata: { metadata, language, languages },
      usermetadata: { classifications },
      hidden: resource.hidden,
      ...(origin && { origin: sent }),
      ...(extra && { extra }),
      ...(accessGroups && { security: { access_groups: accessGroups } }),
    },
    title: resource.title,
    summary: resource.summary,
    icon: resource.icon,
    title_is_provisional: resource.titleIsProvisional,
    summary_is_provisional: resource.summaryIsProvisional,
    created: resource.created.toISOString(),
    modified: resource.modified.toISOString(),
  };
}

/** A field as the file of an export has it, without what was found in it. */
export function fieldItem(
  { letter, id, value, status, errors }: FieldEntity,
  { binary, sealed }: { readonly binary?: number; readonly sealed: string | null },
): Partial<Item<ExportedField>> {
  const common = { letter, id, status, errors: errors.map(errorItem), ...(sealed !== null && { sealed }) };
  if (typeof value === 'string')
    throw new Error(`The field ${letter}/${id} is made of its resource, and is not stored`);
  if ('body' in value) return { ...common, text: { body: value.body, format: value.format } };
  if ('uri' in value) {
    const { uri, headers, cookies, localstorage, language, css_selector, xpath } = value;
    return {
      ...common,
      link: { uri, headers, cookies, localstorage, language, css_selector, xpath },
      added: value.added,
    };
  }
  if (!('file' in value)) throw new Error(`Fields of the kind ${letter} are not exported`);
  const { filename, content_type, md5, uri } = value.file;
  const file: Partial<Item<ExportedFile>> = {
    ...{ filename, content_type, md5: binary === undefined ? md5 : '', language: value.language },
    ...(binary === undefined ? { uri, extra_headers: value.extra_headers ?? {} } : { binary }),
  };
  return { ...common, file, added: value.added };
}

function errorItem({ body, code, created, severity }: FieldEntity['errors'][number]): Item<ExportedError> {
  return { body, code, created, severity };
}
