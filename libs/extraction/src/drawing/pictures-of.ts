import type { PageStructure } from '@lectern/contracts/knowledge-box';
import type { DrawLimits, DrawnPicture } from './drawn-picture';
import { embeddedThumbnail } from './embedded-thumbnail';
import { pdfPictures } from './pdf-pages';
import { tiffPictures } from './tiff-pages';

/** Types whose files are ZIP archives that may have a picture of their first page. */
const OFFICE = /^application\/(vnd\.openxmlformats-officedocument\.|vnd\.oasis\.opendocument\.)/;

/** A file whose text was read already. */
export interface ReadFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly password?: string;
  /** Words of pages that are pictures, by number of the page. */
  readonly recognized?: ReadonlyMap<number, PageStructure>;
}

/**
 * Pictures of a file, as many as can be made: of the pages of a PDF, with the places of their words, and of a TIFF; a
 * thumbnail of both, and of office files that come with one.
 */
export async function* picturesOf(
  { bytes, mediaType, ...options }: ReadFile,
  limits: DrawLimits,
): AsyncGenerator<DrawnPicture> {
  const { pagesMax, readPagesMax = 0 } = limits;
  if (Math.max(pagesMax, readPagesMax) === 0) return;
  try {
    if (mediaType === 'application/pdf') yield* pdfPictures(bytes, { ...limits, ...options });
    if (mediaType === 'image/tiff') yield* tiffPictures(bytes, limits);
    const thumbnail = OFFICE.test(mediaType) && pagesMax > 0 ? embeddedThumbnail(bytes) : undefined;
    if (thumbnail) yield thumbnail;
  } catch {
    // The text is there; a file that only one of two readers understands has no pictures.
  }
}
