import type { FileFieldValue } from '@lectern/contracts/knowledge-box';

const API = '/api/v1';

/** Where the bytes of a file of the box are; undefined of a file elsewhere, and of one that was not kept. */
export function storedFileUrl(uri: string): string | undefined {
  return uri.startsWith('/') && !uri.startsWith('//') ? `${API}${uri}` : undefined;
}

/** Whether a field holds a file. */
export function isFileValue(value: unknown): value is FileFieldValue {
  const file: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'file') : undefined;
  return typeof file === 'object' && file !== null;
}

/** Address of the PDF of a field; undefined for other files, and when it is not kept. */
export function pdfUrl(value: unknown, foundType?: string): string | undefined {
  if (!isFileValue(value)) return undefined;
  const isPdf = [value.file.content_type, foundType].includes('application/pdf');
  return isPdf ? storedFileUrl(value.file.uri) : undefined;
}
