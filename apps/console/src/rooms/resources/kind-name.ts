/** Names of frequent media types, as keys of the catalogue; others are shown as they are. */
const kinds = {
  'application/pdf': 'pdf',
  'text/plain': 'text',
  'text/html': 'html',
  'text/markdown': 'markdown',
  'text/csv': 'csv',
  'message/rfc822': 'mail',
  'application/stf-link': 'link',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
} as const;

export type KindName = (typeof kinds)[keyof typeof kinds];

export function kindName(mediaType: string): KindName | undefined {
  const names: Readonly<Record<string, KindName>> = kinds;
  return Object.hasOwn(names, mediaType) ? names[mediaType] : undefined;
}
