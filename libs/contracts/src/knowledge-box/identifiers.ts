/** Field ids and key-value schema ids. */
export const FIELD_ID = /^[a-zA-Z0-9:_-]{1,250}$/;
export const SLUG = /^[a-zA-Z0-9:_-]{1,250}$/;
export const TITLE_CHARS_MAX = 2_048;
export const TEXT_CHARS_MAX = 2_097_152;
export const EXTRA_CHARS_MAX = 400_000;

/** Types of fields by the letter that stands for them in ids. */
export const fieldTypeOfLetter = {
  t: 'text',
  f: 'file',
  u: 'link',
  c: 'conversation',
  a: 'generic',
  k: 'key_value',
} as const;

export type FieldLetter = keyof typeof fieldTypeOfLetter;
export type FieldType = (typeof fieldTypeOfLetter)[FieldLetter];

export const fieldTypes: readonly FieldType[] = Object.values(fieldTypeOfLetter);

export const letterOfFieldType: Readonly<Record<FieldType, FieldLetter>> = {
  text: 't',
  file: 'f',
  link: 'u',
  conversation: 'c',
  generic: 'a',
  key_value: 'k',
};

export const textFormats = [
  'PLAIN',
  'HTML',
  'RST',
  'MARKDOWN',
  'JSON',
  'KEEP_MARKDOWN',
  'JSONL',
  'PLAIN_BLANKLINE_SPLIT',
] as const;
export type TextFormat = (typeof textFormats)[number];

export const resourceStatuses = ['PENDING', 'PROCESSED', 'ERROR', 'EMPTY', 'BLOCKED', 'EXPIRED'] as const;
export type ResourceStatus = (typeof resourceStatuses)[number];
export type FieldStatus = 'PENDING' | 'PROCESSED' | 'ERROR';

export const errorCodeNames = ['GENERIC', 'EXTRACT', 'PROCESS', 'DATAAUGMENTATION', 'INDEX'] as const;

/** The media type that a text format gives a resource as its icon. */
/** Icon of a resource that is nothing but links. */
export const LINK_ICON = 'application/svc-link';

export const iconOfFormat: Readonly<Record<TextFormat, string>> = {
  PLAIN: 'text/plain',
  HTML: 'text/html',
  RST: 'text/x-rst',
  MARKDOWN: 'text/markdown',
  KEEP_MARKDOWN: 'text/markdown',
  JSON: 'application/json',
  JSONL: 'application/x-ndjson',
  PLAIN_BLANKLINE_SPLIT: 'text/plain+blankline',
};
