import { decodeText } from '../charset';
import type { DocumentBuilder } from '../document-builder';
import { ExtractError } from '../extract-error';
import { charsetOf, processingSuffix } from '../media-type';
import type { FormatReader } from '../reader';

export const readPlainFile: FormatReader = async (source, document) => {
  const { text, damaged } = decodeText(source.bytes, charsetOf(source.contentType));
  if (damaged) document.warn('Some characters could not be decoded: save the file as UTF-8');
  if (processingSuffix(source.contentType) === 'blankline') readBlocks(text, document);
  else readPlain(text, document);
};

/** As it is: splitting into paragraphs comes later and changes nothing. */
export function readPlain(text: string, document: DocumentBuilder): void {
  document.verbatim('paragraph', text);
}

/** A block of lines between blank lines is one paragraph, however long. */
export function readBlocks(text: string, document: DocumentBuilder): void {
  for (const block of text.split(/\r?\n(?:[^\S\n]*\r?\n)+/)) {
    document.verbatim('record', block.trim());
    if (document.full) return;
  }
}

/** @throws ExtractError always */
export const refuse: FormatReader = async (source, _document, { mediaType }) => {
  const name = source.filename ? ` (${source.filename})` : '';
  throw new ExtractError(
    `No text can be read from files of the type ${mediaType}${name}: convert it, to PDF for instance`,
  );
};
