/** Field ids. */
export const FIELD_ID = /^[a-zA-Z0-9:_-]{1,250}$/;
/** Ids of key-value schemas, which are those of their fields, too. */
export const KV_SCHEMA_ID = /^[a-zA-Z0-9:_-]{1,64}$/;
/** Keys of key-value schemas and fields. */
export const KEY_VALUE_KEY = /^[^/.]{1,64}$/u;
/** Slugs of resources. */
export const SLUG = /^[a-zA-Z0-9:_-]{1,250}$/;
/** Code points of a title or name for people. */
export const TITLE_CHARS_MAX = 2_048;
/** Code points of one text field. */
export const TEXT_CHARS_MAX = 2_097_152;
/** Characters of free JSON that is kept for callers. */
export const EXTRA_CHARS_MAX = 400_000;

/** Types of fields by their letter in ids. */
export const fieldTypeOfLetter = {
  t: 'text',
  f: 'file',
  u: 'link',
  c: 'conversation',
  a: 'generic',
  k: 'key_value',
} as const;

/** Letter of a type of field in ids. */
export type FieldLetter = keyof typeof fieldTypeOfLetter;
/** Type of a field. `generic` fields are title and summary. */
export type FieldType = (typeof fieldTypeOfLetter)[FieldLetter];

/** All types of fields. */
export const fieldTypes: readonly FieldType[] = Object.values(fieldTypeOfLetter);

/** The letter of each type of field. */
export const letterOfFieldType: Readonly<Record<FieldType, FieldLetter>> = {
  text: 't',
  file: 'f',
  link: 'u',
  conversation: 'c',
  generic: 'a',
  key_value: 'k',
};

/** Formats of text fields. */
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
/**
 * How a text is written, which decides how it is read and split. `KEEP_MARKDOWN` keeps the marks of Markdown in the
 * extracted text; `PLAIN_BLANKLINE_SPLIT` splits plain text at blank lines only.
 */
export type TextFormat = (typeof textFormats)[number];

/** Types of values of key-value fields. */
export const keyValueTypes = ['text', 'integer', 'float', 'boolean', 'date'] as const;
/**
 * Type of a value of a key-value field. A `float` may be whole. A `date` is a text by RFC 3339: a date and time with a
 * time zone.
 */
export type KeyValueType = (typeof keyValueTypes)[number];

/** Statuses that a resource can have. */
export const resourceStatuses = ['PENDING', 'PROCESSED', 'ERROR', 'EMPTY', 'BLOCKED', 'EXPIRED'] as const;
/**
 * `PENDING`: a field is still processed. `BLOCKED`: a field is processed when the account is unblocked. `ERROR`:
 * processing of a field failed. `EXPIRED`: nothing failed, and processing of a field waited too long for a result.
 * `EMPTY`: no field has text. `PROCESSED`: all fields were processed. The first that is true of a resource counts.
 */
export type ResourceStatus = (typeof resourceStatuses)[number];
/**
 * `PENDING`: the field is still processed. `ERROR`: nothing more is tried, or not before the account is unblocked, as
 * the error says. `PROCESSED`: processed, perhaps with warnings.
 */
export type FieldStatus = 'PENDING' | 'PROCESSED' | 'ERROR';

/** Names of the codes of field errors: the index is the code. */
export const errorCodeNames = ['GENERIC', 'EXTRACT', 'PROCESS', 'DATAAUGMENTATION', 'INDEX'] as const;

/** Icon of a resource that has links and no texts or files. */
export const LINK_ICON = 'application/svc-link';
/** Icon of a resource that has only conversations. */
export const CONVERSATION_ICON = 'application/conversation';

/** The media type that a text format gives a resource as its icon. */
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

/** Most characters of what names a session of an agent in paths: its id or its slug. */
export const SESSION_NAME_CHARS_MAX = 250;
