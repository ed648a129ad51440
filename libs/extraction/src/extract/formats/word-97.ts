import { CompoundFile } from '../compound-file';
import { compoundProperties } from '../compound-properties';
import type { DocumentBuilder } from '../document-builder';
import { embeddedObjects } from '../embedded-objects';
import { unlockedOffice } from '../locked-office';
import type { FormatReader } from '../reader';
import { Paragraphs } from '../word/paragraph-properties';
import { type Piece, wordPieces } from '../word/pieces';
import { WordBlocks } from '../word/word-blocks';
import { isLocked, stories, type Story, WordFile } from '../word/word-file';

const MACROS: Story = 'macros';
const RUNNING: ReadonlySet<Story> = new Set<Story>(['headers', 'headerBoxes']);

/** Word documents up to 2003: the text, then notes, comments, text boxes, what runs along every page, and objects. */
export const readWord97: FormatReader = async (source, document, context) => {
  const sent = new CompoundFile(source.bytes);
  const compound = isLocked(sent) ? new CompoundFile(await unlockedOffice(source)) : sent;
  const file = new WordFile(compound);
  document.describe(compoundProperties(compound));
  const pieces = wordPieces(file);
  const paragraphs = new Paragraphs(file);
  let start = 0;
  for (const [story] of stories) {
    const isOnly = file.isOld && story === 'main';
    const length = isOnly ? file.oldText.length : file.isOld ? 0 : file.lengthOf(story);
    const range = { start, end: start + length };
    if (RUNNING.has(story)) writeOnce(pieces, range, document);
    else if (story !== MACROS) writeStory(pieces, range, { document, paragraphs });
    start += length;
    context.alive();
  }
  for (const part of embeddedObjects(compound)) await context.nested(part);
};

interface Range {
  readonly start: number;
  readonly end: number;
}

function writeStory(
  pieces: readonly Piece[],
  { start, end }: Range,
  { document, paragraphs }: { readonly document: DocumentBuilder; readonly paragraphs: Paragraphs },
): void {
  const blocks = new WordBlocks(document);
  for (const piece of pieces) {
    const to = Math.min(end - piece.start, piece.text.length);
    for (let at = Math.max(0, start - piece.start); at < to && !document.full; at += 1)
      blocks.take(piece.text.charAt(at), () => paragraphs.at(piece.offset + at * piece.bytesPerChar));
  }
  blocks.end();
}

/** Headers and footers, each text once, page numbers not at all. */
function writeOnce(pieces: readonly Piece[], { start, end }: Range, document: DocumentBuilder): void {
  const text = pieces
    .map((piece) => piece.text.slice(Math.max(0, start - piece.start), Math.max(0, end - piece.start)))
    .join('');
  const lines = text.replace(/\u0013[^\u0013-\u0015]*(\u0014|(?=\u0015))/g, '').split(/[\r\f\u0007]/);
  for (const line of new Set(lines.map((part) => part.replace(/[\u0001-\u001f]/g, ' ').trim())))
    if (/\p{L}{3}/u.test(line)) document.paragraph(line);
}
