// Files out of archives, in memory. Plain Node 20, nothing from node_modules: `tools/models.mjs` runs before packages
// are installed.
import { gunzipSync, inflateRawSync } from 'node:zlib';

const unpackedBytesMax = 2 ** 30;
const tarBlockBytes = 512;
const zip = { endSignature: 0x06054b50, endBytes: 22, commentBytesMax: 0xffff, entrySignature: 0x02014b50 };
const zipMethods = { 0: (bytes) => bytes, 8: (bytes) => inflateRawSync(bytes, { maxOutputLength: unpackedBytesMax }) };

/** The wanted files of a gzipped tar, by their path in it. @param wanted a set of paths, or what decides like one */
export function untar(archive, wanted) {
  const tar = gunzipSync(archive, { maxOutputLength: unpackedBytesMax });
  const found = new Map();
  for (let at = 0; at + tarBlockBytes <= tar.length;) {
    const text = (from, length) => tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const sizeBytes = parseInt(text(124, 12), 8) || 0;
    const prefix = text(345, 155);
    const name = prefix ? `${prefix}/${text(0, 100)}` : text(0, 100);
    const start = at + tarBlockBytes;
    if (wanted.has(name)) found.set(name, tar.subarray(start, start + sizeBytes));
    at = start + Math.ceil(sizeBytes / tarBlockBytes) * tarBlockBytes;
  }
  return found;
}

/**
 * The wanted files of a zip (such as a jar), by their path in it.
 *
 * @param wanted a set of paths, or what decides like one
 * @throws Error when it is no zip, or packed in a way that Node cannot unpack
 */
export function unzip(archive, wanted) {
  const found = new Map();
  const end = endOfZip(archive);
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== zip.entrySignature) throw new Error('the archive is damaged');
    const length = (from) => archive.readUInt16LE(at + from);
    const name = archive.toString('utf8', at + 46, at + 46 + length(28));
    if (wanted.has(name)) found.set(name, unpacked(archive, at));
    at += 46 + length(28) + length(30) + length(32);
  }
  return found;
}

function endOfZip(archive) {
  const first = Math.max(0, archive.length - zip.endBytes - zip.commentBytesMax);
  for (let at = archive.length - zip.endBytes; at >= first; at -= 1) {
    if (archive.readUInt32LE(at) === zip.endSignature) return at;
  }
  throw new Error('the archive is no zip');
}

/** @param entry where the directory of the zip describes the file */
function unpacked(archive, entry) {
  const unpack = zipMethods[archive.readUInt16LE(entry + 10)];
  if (!unpack) throw new Error('the archive is packed in an unknown way');
  const packedBytes = archive.readUInt32LE(entry + 20);
  const header = archive.readUInt32LE(entry + 42);
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  return unpack(archive.subarray(start, start + packedBytes));
}
