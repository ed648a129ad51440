import { firstZipEntry, type ZipArchiveEntry } from '@lectern/archives';
import { type DrawnPicture, PREVIEW_NAME, THUMBNAIL_NAME } from './drawn-picture';

const BYTES_MAX = 1024 * 1024;
const PREVIEW_BYTES_MAX = 32 * 1024 * 1024;
const PREVIEW = /^(QuickLook\/)?Preview\.pdf$/i;
/**
 * Where programs put a picture of the first page: Open Packaging Conventions, OpenDocument 1.3, part 2, 3.8, and
 * Pages, Numbers and Keynote.
 */
const names = [
  'docProps/thumbnail.jpeg',
  'docProps/thumbnail.jpg',
  'docProps/thumbnail.png',
  'Thumbnails/thumbnail.png',
  'preview.jpg',
  'QuickLook/Thumbnail.jpg',
];
const openings = { 'image/png': '\x89PNG\r\n\x1a\n', 'image/jpeg': '\xff\xd8\xff' } as const;

/** The thumbnail that the writing program put into a document; undefined without one. */
export async function embeddedThumbnail(bytes: Uint8Array): Promise<DrawnPicture | undefined> {
  const isThumbnail = ({ name, sizeBytes }: ZipArchiveEntry) => names.includes(name) && sizeBytes <= BYTES_MAX;
  const picture = await firstZipEntry(bytes, isThumbnail, BYTES_MAX);
  const opening = Buffer.from(picture?.subarray(0, 8) ?? []).toString('latin1');
  for (const contentType of ['image/png', 'image/jpeg'] as const) {
    if (picture && opening.startsWith(openings[contentType]))
      return { name: THUMBNAIL_NAME, contentType, bytes: picture };
  }
  return undefined;
}

/** The PDF of all pages that Pages, Numbers and Keynote may put into a document; undefined without one. */
export async function embeddedPreview(bytes: Uint8Array): Promise<DrawnPicture | undefined> {
  const isPreview = ({ name, sizeBytes }: ZipArchiveEntry) => PREVIEW.test(name) && sizeBytes <= PREVIEW_BYTES_MAX;
  const pdf = await firstZipEntry(bytes, isPreview, PREVIEW_BYTES_MAX);
  if (!pdf || !Buffer.from(pdf.subarray(0, 5)).equals(Buffer.from('%PDF-'))) return undefined;
  return { name: PREVIEW_NAME, contentType: 'application/pdf', bytes: pdf };
}
