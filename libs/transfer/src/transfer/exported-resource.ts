import type {
  ExportedError,
  ExportedField,
  ExportedFile,
  ExportedPicture,
  ExportedResource,
  FileFieldValue,
  LinkFieldValue,
  StrategyNames,
} from '@lectern/contracts/knowledge-box';
import type { StoredPicture } from '@lectern/contracts/understanding';
import { isBlockedField } from '@lectern/indexing';
import { type FieldEntity, fieldOfThumbnail, type ResourceEntity } from '@lectern/resource-store';
import { sentAnnotations, sentRelations } from './exported-statements';

/** Contents of an item; members that validation fills in may be absent. */
export type Item<T> = { readonly [M in keyof T]?: unknown };

/** A resource in the form of an export file, without its fields. */
export function resourceItem(resource: ResourceEntity): Item<ExportedResource> {
  const { kbid, id, metadata, language, languages, classifications, origin, extra, accessGroups } = resource;
  const { source: _always, ...sent } = origin ?? {};
  const pictured = fieldOfThumbnail({ kbid, rid: id }, resource.thumbnail);
  return {
    id,
    payload: {
      slug: resource.slug,
      thumbnail: pictured === undefined ? resource.thumbnail : '',
      metadata: { metadata, language, languages },
      usermetadata: { classifications, relations: sentRelations(id, resource.relations) },
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
    ...(pictured && { [pictured.letter === 'f' ? 'thumbnail_field' : 'thumbnail_link']: pictured.id }),
    annotations: sentAnnotations(id, resource.annotations),
    augmentations: resource.augmentations.map(({ errors: _, ...one }) => ({
      ...one,
      relations: sentRelations(id, one.relations),
    })),
    created: resource.created.toISOString(),
    modified: resource.modified.toISOString(),
  };
}

/** A picture and the number of its binary. */
export interface NumberedPicture extends Pick<StoredPicture, 'name' | 'contentType'> {
  readonly binary: number;
}

/** Parts of a field that are stored elsewhere in the file. */
export interface FieldParts {
  /** Number of the binary with its bytes. */
  readonly binary?: number;
  /** Pictures of a file, with the numbers of their binaries. */
  readonly pictures?: readonly NumberedPicture[];
  /** Number of messages in a conversation, including deleted ones. */
  readonly messages?: number;
  readonly sealed: string | null;
}

/** A field in the form of an export file, without its results. */
export function fieldItem(
  field: FieldEntity,
  { binary, pictures = [], messages = 0, sealed }: FieldParts,
): Item<ExportedField> {
  const { letter, id, value, mlText } = field;
  // The importing account may not be blocked.
  const { status, errors } = isBlockedField(field) ? { status: 'PENDING' as const, errors: [] } : field;
  const common = {
    letter,
    id,
    status,
    errors: errors.map(errorItem),
    ...(!mlText && { ml_text: false }),
    ...(sealed !== null && { sealed }),
  };
  if (typeof value === 'string')
    throw new Error(`The field ${letter}/${id} is made of its resource, and is not stored`);
  if ('body' in value) return { ...common, text: { body: value.body, format: value.format, ...namesIn(value) } };
  if ('data' in value) return { ...common, key_value: { data: value.data } };
  if ('pages' in value) return { ...common, conversation: { messages, ...namesIn(value) } };
  const content = 'uri' in value ? linkItem(value, pictures) : fileItem(value, binary, pictures);
  return { ...common, ...content, added: value.added };
}

/** The strategies named in a field; empty if there are none. */
function namesIn({ extract_strategy, split_strategy }: StrategyNames): StrategyNames {
  return { ...(extract_strategy && { extract_strategy }), ...(split_strategy && { split_strategy }) };
}

function linkItem(value: LinkFieldValue, made: readonly NumberedPicture[]) {
  const { uri, headers, cookies, localstorage, language, css_selector, xpath } = value;
  const link = { uri, headers, cookies, localstorage, language, css_selector, xpath, ...namesIn(value) };
  return { link, ...(made.length > 0 && { link_pictures: made.map(pictureItem) }) };
}

function pictureItem({ name, contentType, binary }: NumberedPicture): Item<ExportedPicture> {
  return { name, content_type: contentType, binary };
}

function fileItem(
  value: FileFieldValue,
  binary: number | undefined,
  made: readonly NumberedPicture[],
): { readonly file: Item<ExportedFile> } {
  const { filename, content_type, md5, uri, size } = value.file;
  const pictures = made.map(pictureItem);
  const named = { language: value.language, ...namesIn(value) };
  const common = { filename, content_type, ...named, ...(pictures.length > 0 && { pictures }) };
  // A file without an address cannot be downloaded.
  const is_discarded = !value.external && uri === '';
  if (binary !== undefined) return { file: { ...common, binary, md5: '', is_discarded } };
  if (is_discarded) return { file: { ...common, md5, size, is_discarded } };
  return { file: { ...common, md5, uri, extra_headers: value.extra_headers ?? {} } };
}

function errorItem({ body, code, created, severity }: FieldEntity['errors'][number]): Item<ExportedError> {
  return { body, code, created, severity };
}
