/** A picture that was made of a file, or the places of its words. */
export interface DrawnPicture {
  /** Its kind; requests use it as the name of the picture. */
  readonly name: string;
  readonly contentType:
    | 'image/png'
    | 'image/jpeg'
    | 'image/gif'
    | 'image/webp'
    | 'application/json'
    | 'application/pdf';
  readonly bytes: Uint8Array;
  /** Number of the page that it shows, from 0; absent for a thumbnail and for the places of words. */
  readonly page?: number;
  /** Whether it was made to be read only, and is not one of those that are kept. */
  readonly isExtra?: boolean;
}

/** How much is drawn of one file. */
export interface DrawLimits {
  /** Pages, from the first one on; 0 for no pictures at all. */
  readonly pagesMax: number;
  /** Pages that are drawn to be read, more of them and for longer; as many as `pagesMax` when absent. */
  readonly readPagesMax?: number;
}

/** The thumbnail of a file. */
export const THUMBNAIL_NAME = 'file_thumbnail';
/** The file as it can be shown. */
export const PREVIEW_NAME = 'file_preview';
/** Owner of a picture: a file, or the page that a link leads to. */
export type PictureOwner = 'file' | 'link';
/** Names of the thumbnail and the preview of a file or page. */
export const pictureNames = {
  file: { thumbnail: THUMBNAIL_NAME, picture: PREVIEW_NAME },
  link: { thumbnail: 'link_thumbnail', picture: 'link_image' },
} as const satisfies Readonly<Record<PictureOwner, object>>;
/** Size up to which a picture is its own thumbnail. */
export const OWN_PICTURE_BYTES_MAX = 1024 * 1024;
/** Where the words of the pages stand: `PageStructure[]` as JSON, a line for each page. */
export const STRUCTURES_NAME = 'generated/structures.json';
/** The first rows of the sheets: a `RowsPreview` as JSON. */
export const ROWS_NAME = 'generated/rows.json';
/** Longest side of a thumbnail, in pixels. */
export const THUMBNAIL_SIDE = 400;
/** Longest side of the picture of a page. */
export const PAGE_SIDE_MAX = 1_400;
/** Pictures of one file, together. */
export const PICTURES_BYTES_MAX = 32 * 1024 * 1024;
/** Longest time for all pictures of one file; a page that was begun is finished. */
export const DRAWING_MS_MAX = 15_000;

/** The same for pictures that are read. */
export const READ_PICTURES_BYTES_MAX = 64 * 1024 * 1024;
export const READ_DRAWING_MS_MAX = 60_000;

export function pageName(page: number): string {
  return `generated/extracted_images_${page}.png`;
}
