import { damagedDocument, PIECES, type WordFile } from './word-file';

const PROPERTIES = 1;
const TABLE = 2;
const COMPRESSED = 0x40000000;
const PIECE_BYTES = 8;
const PIECES_MAX = 200_000;

/** A stretch of the text that is contiguous in the file. */
export interface Piece {
  /** Of the first character, in all of the text. */
  readonly start: number;
  readonly text: string;
  /** In the document stream. */
  readonly offset: number;
  readonly bytesPerChar: 1 | 2;
}

/** The text in its order. @throws ExtractError */
export function wordPieces(file: WordFile): Piece[] {
  if (file.isOld) {
    const { start, length } = file.oldText;
    return [{ start: 0, text: narrow(file.document.subarray(start, start + length)), offset: start, bytesPerChar: 1 }];
  }
  const table = pieceTable(file.table(PIECES));
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const count = Math.floor((table.length - 4) / (4 + PIECE_BYTES));
  if (count > PIECES_MAX) throw damagedDocument('its text is in too many pieces');
  const pieces: Piece[] = [];
  let chars = 0;
  for (let at = 0; at < count; at += 1) {
    const [start, end] = [view.getUint32(at * 4, true), view.getUint32(at * 4 + 4, true)];
    const stored = view.getUint32((count + 1) * 4 + at * PIECE_BYTES + 2, true);
    const bytesPerChar = stored & COMPRESSED ? 1 : 2;
    const offset = bytesPerChar === 1 ? (stored & ~COMPRESSED) / 2 : stored;
    chars += end - start;
    // Pieces are stretches of the file: more of them than it has bytes repeat each other.
    if (end < start || chars > file.document.length) throw damagedDocument('its pieces overlap');
    const bytes = file.document.subarray(offset, offset + (end - start) * bytesPerChar);
    pieces.push({ start, text: bytesPerChar === 1 ? narrow(bytes) : wide(bytes), offset, bytesPerChar });
  }
  return pieces;
}

/** Comes after properties, of which there may be any number. */
function pieceTable(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + 3 <= bytes.length && bytes[at] === PROPERTIES) at += 3 + view.getUint16(at + 1, true);
  if (at + 5 > bytes.length || bytes[at] !== TABLE) throw damagedDocument('the list of its pieces is missing');
  return bytes.subarray(at + 5, at + 5 + view.getUint32(at + 1, true));
}

function narrow(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes);
}

function wide(bytes: Uint8Array): string {
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(bytes);
}
