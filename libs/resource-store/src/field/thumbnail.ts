import type { FieldValue, ResourceReference } from '@lectern/contracts/knowledge-box';

/** Name of the thumbnail of a file among its extracted files. */
export const THUMBNAIL = 'file_thumbnail';
/** Name of the displayable form of the file. */
export const PREVIEW = 'file_preview';
/** The same for links. */
export const LINK_THUMBNAIL = 'link_thumbnail';
export const LINK_IMAGE = 'link_image';

/** Name of the thumbnail of a field, by its letter. */
export const thumbnailNames = { f: THUMBNAIL, u: LINK_THUMBNAIL } as const;

/** Larger pictures are not used as thumbnails. */
const THUMBNAIL_BYTES_MAX = 1024 * 1024;
/** Types that browsers display. */
const shownTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** A field with a picture: a file or a link. */
export interface PicturedField {
  readonly letter: 'f' | 'u';
  readonly id: string;
}

/** Path of the thumbnail of a file or link, below the root of the interface. */
export function thumbnailUri({ kbid, rid, letter, id }: ResourceReference & PicturedField): string {
  const type = letter === 'f' ? 'file' : 'link';
  return `/kb/${kbid}/resource/${rid}/${type}/${id}/download/extracted/${thumbnailNames[letter]}`;
}

/** The field whose thumbnail the resource uses by default; undefined if a user chose one or there is none. */
export function fieldOfThumbnail({ kbid, rid }: ResourceReference, thumbnail: string): PicturedField | undefined {
  for (const letter of ['f', 'u'] as const) {
    const [before = '', behind = ''] = thumbnailUri({ kbid, rid, letter, id: '/' }).split('///');
    if (thumbnail.startsWith(`${before}/`) && thumbnail.endsWith(`/${behind}`))
      return { letter, id: thumbnail.slice(before.length + 1, -behind.length - 1) };
  }
  return undefined;
}

/**
 * Whether a file is its own thumbnail: a small, stored picture.
 *
 * @param mimeType the type detected by processing
 */
export function isOwnThumbnail(value: FieldValue, mimeType: string): boolean {
  if (typeof value === 'string' || !('file' in value)) return false;
  const { uri, size } = value.file;
  return !value.external && uri !== '' && size <= THUMBNAIL_BYTES_MAX && shownTypes.includes(mimeType);
}

/**
 * Whether browsers can display the file itself: a small picture or a PDF.
 * @param mimeType the type detected by processing
 */
export function isOwnPreview(value: FieldValue, mimeType: string): boolean {
  if (isOwnThumbnail(value, mimeType)) return true;
  if (typeof value === 'string' || !('file' in value)) return false;
  return !value.external && value.file.uri !== '' && mimeType === 'application/pdf';
}
