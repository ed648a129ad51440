import { decodeText } from '../charset';
import type { DocumentBuilder } from '../document-builder';
import { charsetOf } from '../media-type';
import type { Source } from '../reader';

/** The text of a file; what could not be decoded is a warning. @param declared what the file itself says */
export function decodedText(source: Source, document: DocumentBuilder, declared?: string): string {
  const { text, damaged } = decodeText(source.bytes, charsetOf(source.contentType) ?? declared);
  if (damaged) document.warn('Some characters could not be decoded: save the file as UTF-8');
  return text;
}
