import type { FieldValue, ResourceReference } from '@lectern/contracts/knowledge-box';

/** Name of the picture that stands for a file, among what was extracted from it. */
export const THUMBNAIL = 'file_thumbnail';
/** The file as it can be shown. */
export const PREVIEW = 'file_preview';
/** The same two of a link. */
export const LINK_THUMBNAIL = 'link_thumbnail';
export const LINK_IMAGE = 'link_image';

/** Name of the picture that stands for a field, by its letter. */
export const thumbnailNames = { f: THUMBNAIL, u: LINK_THUMBNAIL } as const;

/** A larger picture is no thumbnail. */
const THUMBNAIL_BYTES_MAX = 1024 * 1024;
/** What browsers show. */
const shownTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** A field that has a picture: a file or a link. */
export interface PicturedField {
  readonly letter: 'f' | 'u';
  readonly id: string;
}

/** Where the picture that stands for a file or a link is, below the root of the interface. */
export function thumbnailUri({ kbid, rid, letter, id }: ResourceReference & PicturedField): string {
  const type = letter === 'f' ? 'file' : 'link';
  return `/kb/${kbid}/resource/${rid}/${type}/${id}/download/extracted/${thumbnailNames[letter]}`;
}

/** The field whose picture stands for a resource by itself; undefined when a user chose one, or nobody. */
export function fieldOfThumbnail({ kbid, rid }: ResourceReference, thumbnail: string): PicturedField | undefined {
  for (const letter of ['f', 'u'] as const) {
    const [before = '', behind = ''] = thumbnailUri({ kbid, rid, letter, id: '/' }).split('///');
    if (thumbnail.startsWith(`${before}/`) && thumbnail.endsWith(`/${behind}`))
      return { letter, id: thumbnail.slice(before.length + 1, -behind.length - 1) };
  }
  return undefined;
}

/**
 * Whether a file stands for itself: a small picture that is stored.
 *
 * @param mimeType what processing took it for
 */
export function isOwnThumbnail(value: FieldValue, mimeType: string): boolean {
  if (typeof value === 'string' || !('file' in value)) return false;
  const { uri, size } = value.file;
  return !value.external && uri !== '' && size <= THUMBNAIL_BYTES_MAX && shownTypes.includes(mimeType);
}

/** Whether browsers show a file as it is: a small picture, or a PDF. @param mimeType what processing took it for */
export function isOwnPreview(value: FieldValue, mimeType: string): boolean {
  if (isOwnThumbnail(value, mimeType)) return true;
  if (typeof value === 'string' || !('file' in value)) return false;
  return !value.external && value.file.uri !== '' && mimeType === 'application/pdf';
}
