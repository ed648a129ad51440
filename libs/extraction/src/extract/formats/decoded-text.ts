import { type DecodedText, decodeText } from '../charset';
import type { DocumentBuilder } from '../document-builder';
import { charsetOf } from '../media-type';
import type { Source } from '../reader';

/**
 * The text of a file; a character that could not be decoded and a guess are warnings.
 *
 * @param declared what the file itself says
 */
export function decodedText(source: Source, document: DocumentBuilder, declared?: string): string {
  const decoded = decodeText(source.bytes, charsetOf(source.contentType) ?? declared);
  warnOfCharset(decoded, document);
  return decoded.text;
}

/** Says what may be wrong with the letters of a text, and what to do. */
export function warnOfCharset({ damaged, unsure, instead, charset }: DecodedText, document: DocumentBuilder): void {
  if (damaged) document.warn('Some characters could not be decoded: save the file as UTF-8');
  if (unsure)
    document.warn(
      `The text does not name its character set, and ${charset} is a guess: if letters are wrong, save it as UTF-8, ` +
        'or send it with a content type that has a charset',
    );
  if (instead)
    document.warn(`The text is declared as ${instead} but only makes sense in ${charset}: it was read as ${charset}`);
}
