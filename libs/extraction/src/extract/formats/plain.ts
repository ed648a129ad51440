import type { DocumentBuilder } from '../document-builder';
import { ExtractError } from '../extract-error';
import { processingSuffix } from '../media-type';
import type { FormatReader } from '../reader';
import { partsBetween } from '../text-parts';
import { decodedText } from './decoded-text';

export const readPlainFile: FormatReader = async (source, document) => {
  const text = decodedText(source, document);
  if (processingSuffix(source.contentType) === 'blankline') readBlocks(text, document);
  else readPlain(text, document);
};

/** As it is: splitting into paragraphs comes later and changes nothing. */
export function readPlain(text: string, document: DocumentBuilder): void {
  document.verbatim('paragraph', text);
}

/** A block of lines between blank lines is one paragraph, however long. */
export function readBlocks(text: string, document: DocumentBuilder): void {
  for (const block of partsBetween(text, BLANK_LINE)) {
    document.verbatim('record', block.trim());
    if (document.full) return;
  }
}

/** One of them: a pattern for many in a row needs stack for each. */
const BLANK_LINE = /\r?\n[^\S\n]*\n/g;

/** @throws ExtractError always */
export const refuse: FormatReader = async (source, _document, { mediaType }) => {
  throw new ExtractError(`${unreadableReason(mediaType, source.filename)}: ${adviceOn(mediaType)}`);
};

function unreadableReason(mediaType: string, filename: string | undefined): string {
  const name = filename ? ` (${filename})` : '';
  if (/^(audio|video)\//.test(mediaType)) return `No text is read from sound and video (${mediaType})${name}`;
  return `No text can be read from files of the type ${mediaType}${name}`;
}

function adviceOn(mediaType: string): string {
  if (/^(audio|video)\//.test(mediaType)) return 'upload a transcript, or subtitles as WebVTT or SubRip';
  if (/^application\/vnd\.apple\./.test(mediaType)) return 'export it as PDF, or as an office document';
  if (/one(note)?$|access|visio|publisher|project/.test(mediaType)) return 'export it as PDF';
  return 'send it in a format that is read here, such as PDF, an office document or plain text';
}
