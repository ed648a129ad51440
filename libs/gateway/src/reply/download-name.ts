/** Limit of file systems; in a header it is at most three times as long. */
const NAME_BYTES_MAX = 255;
const EXTENSION = /\.[a-z0-9]{1,16}$/i;

/**
 * A file name as a header says it, percent-encoded. Proxies and clients refuse headers of some kilobytes, so one that
 * no file system takes is cut, before its extension.
 */
export function downloadName(filename: string): string {
  const [extension = ''] = EXTENSION.exec(filename) ?? [];
  const whole = Buffer.byteLength(filename) <= NAME_BYTES_MAX;
  const name = whole
    ? filename
    : beginning(filename.slice(0, filename.length - extension.length), NAME_BYTES_MAX - extension.length) + extension;
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** As many whole code points as fit into the bytes. */
function beginning(text: string, bytesMax: number): string {
  let bytes = 0;
  let taken = '';
  for (const character of text.slice(0, bytesMax)) {
    bytes += Buffer.byteLength(character);
    if (bytes > bytesMax) break;
    taken += character;
  }
  return taken;
}
