import type { PageStructure } from '@lectern/contracts/knowledge-box';
import type { DrawLimits, DrawnPicture, PictureOwner } from './drawn-picture';
import { embeddedPreview, embeddedThumbnail } from './embedded-thumbnail';
import { pdfPictures } from './pdf-pages';
import { isScalable, scaledPictures } from './scaled-picture';
import { tiffPictures } from './tiff-pages';

/** Types whose files are ZIP archives that may have a picture of their first page. */
const OFFICE = /^application\/vnd\.(openxmlformats-officedocument\.|oasis\.opendocument\.|apple\.)/;
/** Those of them that may have a PDF of all pages. */
const IWORK = /^application\/vnd\.apple\.(pages|numbers|keynote)$/;

/** A file whose text was read already. */
export interface ReadFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly password?: string;
  /** A file when absent. */
  readonly owner?: PictureOwner;
  /** Words of pages that are pictures, by number of the page. */
  readonly recognized?: ReadonlyMap<number, PageStructure>;
}

/**
 * Pictures of a file, as many as can be made: of the pages of a PDF, with the places of their words, and of a TIFF; a
 * thumbnail of both, and of office files that come with one; of other pictures one that is small, and one that can be
 * shown.
 */
export async function* drawnPictures(
  { bytes, mediaType, owner = 'file', ...options }: ReadFile,
  limits: DrawLimits,
): AsyncGenerator<DrawnPicture> {
  const { pagesMax, readPagesMax = 0 } = limits;
  if (Math.max(pagesMax, readPagesMax) === 0) return;
  try {
    if (mediaType === 'application/pdf') yield* pdfPictures(bytes, { ...limits, ...options });
    if (mediaType === 'image/tiff') yield* tiffPictures(bytes, limits);
    if (isScalable(mediaType) && pagesMax > 0) yield* scaledPictures(bytes, { mediaType, owner });
    const thumbnail = OFFICE.test(mediaType) && pagesMax > 0 ? await embeddedThumbnail(bytes) : undefined;
    if (thumbnail) yield thumbnail;
    const preview = IWORK.test(mediaType) && pagesMax > 0 ? await embeddedPreview(bytes) : undefined;
    if (preview) yield preview;
  } catch {
    // The text is there; a file that only one of two readers understands has no pictures.
  }
}
