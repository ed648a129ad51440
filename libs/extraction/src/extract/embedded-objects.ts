import { viewOf } from './data-view';
import type { CompoundFile } from './compound-file';
import type { Source } from './reader';

/** A file as Windows packs it into a document: its name, where it came from, its bytes. */
const PACKED = '\u0001Ole10Native';
/** Objects that are files as they are. */
const WHOLE = new Set(['Package', 'CONTENTS']);

/** Files that an office document has within it, as far as they are files by themselves. */
export function* embeddedObjects(file: CompoundFile): Generator<Source> {
  for (const { path, isStorage } of file.entries) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (isStorage || (name !== PACKED && !WHOLE.has(name))) continue;
    const bytes = file.read(path);
    const part = bytes && (name === PACKED ? packedFile(bytes) : { bytes, filename: undefined });
    if (part) yield part;
  }
}

/** [MS-OLEDS] leaves its layout to programs; this is what they write. */
function packedFile(bytes: Uint8Array): Source | undefined {
  const view = viewOf(bytes);
  const label = objectText(bytes, 6);
  const path = objectText(bytes, label.next);
  const temporary = objectText(bytes, path.next + 8);
  if (temporary.next + 4 > bytes.length) return undefined;
  const sizeBytes = view.getUint32(temporary.next, true);
  const content = bytes.subarray(temporary.next + 4, temporary.next + 4 + sizeBytes);
  const filename = label.text || path.text.replace(/^.*[\\/]/, '');
  return content.length === 0 ? undefined : { bytes: content, filename };
}

function objectText(bytes: Uint8Array, at: number): { readonly text: string; readonly next: number } {
  const end = bytes.indexOf(0, at);
  if (end === -1) return { text: '', next: bytes.length };
  return { text: new TextDecoder('windows-1252').decode(bytes.subarray(at, end)), next: end + 1 };
}
