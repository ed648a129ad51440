/** Types that browsers show without running anything of them in the origin they came from. */
const HARMLESS = new Set([
  'text/plain',
  'text/csv',
  'text/markdown',
  'text/tab-separated-values',
  'application/json',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'audio/ogg',
  'audio/flac',
  'audio/wav',
  'audio/x-wav',
  'audio/webm',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/mpeg',
  'video/quicktime',
  // Viewers of browsers run scripts of a PDF apart from its origin, and show none in a sandbox.
  'application/pdf',
]);

/** One type, perhaps with parameters; where there are several, browsers believe the last. */
const SINGLE_TYPE = /^\s*([!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+)\s*(;[^,]*)?$/;

/** Whether a browser may show content in place that says it is of this type; unknown types may run scripts. */
export function isHarmless(contentType: string): boolean {
  const type = SINGLE_TYPE.exec(contentType)?.[1];
  return type !== undefined && HARMLESS.has(type.toLowerCase());
}
