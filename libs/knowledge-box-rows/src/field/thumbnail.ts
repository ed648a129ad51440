import type { FieldValue, ResourceReference } from '@lectern/contracts/knowledge-box';

/** Name of the picture that stands for a file, among what was extracted from it. */
export const THUMBNAIL = 'file_thumbnail';

/** A larger picture is no thumbnail. */
const THUMBNAIL_BYTES_MAX = 1024 * 1024;
/** What browsers show. */
const shownTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Where the picture that stands for a file is, below the root of the interface. */
export function thumbnailUri({ kbid, rid, fieldId }: ResourceReference & { readonly fieldId: string }): string {
  return `/kb/${kbid}/resource/${rid}/file/${fieldId}/download/extracted/${THUMBNAIL}`;
}

/** The field whose picture stands for a resource by itself; undefined when a user chose one, or nobody. */
export function fieldOfThumbnail({ kbid, rid }: ResourceReference, thumbnail: string): string | undefined {
  const [before = '', behind = ''] = thumbnailUri({ kbid, rid, fieldId: '/' }).split('///');
  if (!thumbnail.startsWith(`${before}/`) || !thumbnail.endsWith(`/${behind}`)) return undefined;
  return thumbnail.slice(before.length + 1, -behind.length - 1);
}

/**
 * Whether a file stands for itself: a small picture that is stored. Nothing scales pictures.
 *
 * @param mimeType what processing took it for
 */
export function isOwnThumbnail(value: FieldValue, mimeType: string): boolean {
  if (typeof value === 'string' || !('file' in value)) return false;
  const { uri, size } = value.file;
  return !value.external && uri !== '' && size <= THUMBNAIL_BYTES_MAX && shownTypes.includes(mimeType);
}
