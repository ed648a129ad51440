/** How files with sound begin. */
const openings: readonly (readonly [mediaType: string, pattern: RegExp])[] = [
  ['audio/wav', /^RIFF[^]{4}WAVE/],
  ['video/x-msvideo', /^RIFF[^]{4}AVI /],
  ['audio/mpeg', /^(ID3[\x02-\x04]|\xff[\xfb\xfa\xf3\xf2])/],
  ['audio/aac', /^\xff[\xf1\xf9]/],
  ['audio/flac', /^fLaC/],
  ['audio/ogg', /^OggS/],
  ['audio/aiff', /^FORM[^]{4}AIF[FC]/],
  ['audio/amr', /^#!AMR/],
  ['video/webm', /^\x1a\x45\xdf\xa3/],
  ['audio/mp4', /^[^]{4}ftyp(M4A|M4B|F4A)/],
  ['video/mp4', /^[^]{4}ftyp(?!heic|heix|mif1|msf1|avif|avis|crx )/],
  ['video/x-ms-asf', /^\x30\x26\xb2\x75\x8e\x66\xcf\x11/],
];

/**
 * The type of a file with sound by its first bytes; the declared type decides between sound and video in the same
 * container. Undefined for other files.
 */
export function soundTypeOf(opening: Uint8Array, said?: string): string | undefined {
  const text = Buffer.from(opening.subarray(0, 16)).toString('latin1');
  const found = openings.find(([, pattern]) => pattern.test(text))?.[0];
  const container = /\/(ogg|webm|mp4|x-matroska|quicktime|3gpp2?)$/;
  const declared = said?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const agrees = /^(audio|video)\//.test(declared) && container.test(declared);
  return found && container.test(found) && agrees ? declared : found;
}
