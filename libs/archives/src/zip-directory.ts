import type { Entry, ZipReaderConstructorOptions } from '@zip.js/zip.js';
import { damaged } from './unpack-error';

/** The library makes an object of every field of an entry, and a field may have four bytes. */
const FIELDS_BYTES_MAX = 4 * 1024 * 1024;

/** Entries one by one, as the directory of a ZIP archive lists them. @throws what the library says of damage */
export async function* zipEntries(
  archive: Blob | Uint8Array,
  options?: ZipReaderConstructorOptions,
): AsyncGenerator<Entry> {
  const { BlobReader, Uint8ArrayReader, ZipReader } = await import('@zip.js/zip.js');
  const source = archive instanceof Uint8Array ? new Uint8ArrayReader(archive) : new BlobReader(archive);
  let fieldsBytes = 0;
  for await (const entry of new ZipReader(source, { useWebWorkers: false, ...options }).getEntriesGenerator()) {
    fieldsBytes += entry.rawExtraField.length;
    if (fieldsBytes > FIELDS_BYTES_MAX) throw damaged('its directory is too large');
    yield entry;
  }
}
