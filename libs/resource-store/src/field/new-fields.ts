import { AppError, naiveUtc } from '@lectern/contracts/core';
import type {
  FieldLetter,
  FieldValue,
  FileFieldPayload,
  KeyValueFieldPayload,
  LinkFieldPayload,
  StrategyNames,
  TextFieldPayload,
  TextFieldValue,
} from '@lectern/contracts/knowledge-box';
import { storable } from '@lectern/database';
import { createHash } from 'node:crypto';
import type { NewMessage } from '../conversation/new-message';
import { isJson } from './is-json';

/** A field to store: its value and the location of its bytes. */
export interface NewField {
  readonly letter: FieldLetter;
  readonly id: string;
  readonly value: FieldValue;
  readonly blobKey: string | null;
  readonly password: string | null;
  /** Whether to extract entities and a summary from its text; default true. */
  readonly mlText?: boolean;
  /** All messages of a conversation. */
  readonly messages?: readonly NewMessage[];
}

/** The same with sealed secrets. */
export type SealedField = Omit<NewField, 'password'> & {
  readonly sealedPassword: string | null;
  readonly sealedSecrets: string | null;
};

/** Strategies in the form of a field value: empty if none is named. */
export function strategiesOf({
  extract_strategy: extract,
  split_strategy: split,
}: StrategyNames): Pick<TextFieldValue, 'extract_strategy' | 'split_strategy'> {
  return { extract_strategy: extract ?? '', split_strategy: split ?? '' };
}

/** The strategies named in a stored field, in the form for processing; empty if there are none. */
export function strategiesIn(value: FieldValue): {
  readonly strategies?: { readonly extract?: string; readonly split?: string };
} {
  if (typeof value === 'string' || !('extract_strategy' in value)) return {};
  const { extract_strategy: extract, split_strategy: split } = value;
  if (!extract && !split) return {};
  return { strategies: { ...(extract && { extract }), ...(split && { split }) } };
}

/** @throws AppError `invalid_request` when the text is declared as JSON but is not valid JSON */
export function newTextField(id: string, payload: TextFieldPayload): NewField {
  const { format } = payload;
  const body = storable(payload.body);
  if (format === 'JSON' && !isJson(body)) throw new AppError('invalid_request', 'Invalid JSON');
  const md5 = createHash('md5').update(body).digest('hex');
  return plain('t', id, { body, format, md5, ...strategiesOf(payload) });
}

export function newLinkField(id: string, payload: LinkFieldPayload, now: Date): NewField {
  return plain('u', id, {
    added: naiveUtc(now),
    uri: payload.uri,
    headers: payload.headers ?? {},
    cookies: payload.cookies ?? {},
    language: payload.language ?? '',
    localstorage: payload.localstorage ?? {},
    css_selector: payload.css_selector ?? '',
    xpath: payload.xpath ?? '',
    ...strategiesOf(payload),
  });
}

export function newKeyValueField(id: string, { data }: KeyValueFieldPayload): NewField {
  return plain('k', id, { data });
}

/** Whether a field needs processing; key-value fields are complete as sent. */
export function isProcessed({ letter }: Pick<NewField, 'letter'>): boolean {
  return letter !== 'k';
}

/** Whether the bytes of a file are kept after processing. A file without an address cannot be downloaded. */
export function isKept({ value }: Pick<NewField, 'value'>): boolean {
  return typeof value === 'string' || !('file' in value) || value.file.uri !== '';
}

/** Whether a field has content that can be processed; a file that is not kept has it only until it was processed. */
export function isProcessable(field: Pick<NewField, 'letter' | 'value' | 'blobKey'>): boolean {
  return isProcessed(field) && (isKept(field) || field.blobKey !== null);
}

/** A file whose bytes are in the blob store or at an external address. */
export interface FileDescription {
  readonly uri: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly filename: string;
  readonly md5: string;
  readonly blobKey: string | null;
}

export function newFileField(
  id: string,
  file: FileDescription,
  options: Pick<FileFieldPayload, 'language' | 'password' | keyof StrategyNames> &
    Partial<Pick<FileFieldPayload, 'file'>> & { readonly now: Date },
): NewField {
  const { uri, contentType, filename, md5, blobKey, sizeBytes } = file;
  return {
    letter: 'f',
    id,
    blobKey,
    password: options.password ?? null,
    value: {
      added: naiveUtc(options.now),
      file: { uri, size: sizeBytes, content_type: contentType, filename, md5 },
      language: options.language ?? '',
      password: '',
      external: blobKey === null,
      ...(blobKey === null && { extra_headers: options.file?.extra_headers ?? {} }),
      ...strategiesOf(options),
    },
  };
}

function plain(letter: FieldLetter, id: string, value: FieldValue): NewField {
  return { letter, id, value, blobKey: null, password: null };
}
