import { failsWithoutRoom } from '../../core/failures';
import { documentOperation, operation } from '../../core/operation';
import {
  failsOfLongReads,
  failsOfProcessing,
  FIELD_NOT_FOUND,
  INLINE_FILE_TOO_LARGE,
  INVALID_FIELDS,
  INVALID_KEY_VALUES,
} from '../failures';
import { FileFieldPayload, KeyValueFieldPayload, LinkFieldPayload, TextFieldPayload } from './field.dto';
import { FieldTarget, resourcePaths, TypedFieldTarget } from '../params';
import { READ_DEADLINE_MS, readsKnowledgeBox, WRITE_DEADLINE_MS, writesKnowledgeBox } from '../policies';
import { FieldReadQuery, FilePasswordHeader, ReprocessQuery } from '../read-query/read-query.dto';
import { ContentWriteHeaders, FileWriteHeaders } from '../resource-payload/resource-payload.dto';
import { Field, Queued } from '../resource/resource.dto';
import { storedInNamed } from '../stored-content';

const put = {
  policy: writesKnowledgeBox,
  params: FieldTarget,
  headers: ContentWriteHeaders,
  answer: Queued,
  fails: { ...failsOfProcessing, invalid_request: INVALID_FIELDS },
  deadlineMs: WRITE_DEADLINE_MS,
};

/**
 * A field of this id and type is replaced. Reads show the new text at once; background work then splits and indexes it.
 */
export const putTextField = operation({
  ...put,
  name: 'kb.field.put-text',
  feature: 'upload',
  summary: 'Create or replace a text field',
  http: { method: 'PUT', path: resourcePaths('/text/{field_id}'), host: 'zone', success: 201, stores: storedInNamed },
  body: TextFieldPayload,
});

/**
 * A field of this id and type is replaced. Background work then fetches the page, and extracts, splits and indexes its
 * main content, or the part that a selector names.
 */
export const putLinkField = operation({
  ...put,
  name: 'kb.field.put-link',
  feature: 'upload',
  summary: 'Create or replace a link field',
  http: { method: 'PUT', path: resourcePaths('/link/{field_id}'), host: 'zone', success: 201, stores: storedInNamed },
  body: LinkFieldPayload,
});

/**
 * A field of this id and type is replaced, and its earlier file removed. Inline bytes are stored before the answer; a
 * file at an address is fetched when it is processed. Background work then extracts, splits and indexes the text. Large
 * files are uploaded instead.
 */
export const putFileField = operation({
  ...put,
  name: 'kb.field.put-file',
  feature: 'upload',
  summary: 'Create or replace a file field',
  http: { method: 'PUT', path: resourcePaths('/file/{field_id}'), host: 'zone', success: 201, stores: storedInNamed },
  headers: FileWriteHeaders,
  body: FileFieldPayload,
  fails: { ...put.fails, too_large: INLINE_FILE_TOO_LARGE },
});

/**
 * The id of the field is that of the schema that its values keep to; the field of this schema is replaced. It is stored
 * as it is, and PROCESSED at once: reads show it, texts that are searched do not contain it. `seqid` is a number as
 * other fields have it, although nothing waits.
 */
export const putKeyValueField = operation({
  ...put,
  name: 'kb.field.put-key-value',
  feature: 'upload',
  summary: 'Create or replace a key-value field',
  http: { method: 'PUT', path: resourcePaths('/key_value/{field_id}'), host: 'zone', success: 201 },
  body: KeyValueFieldPayload,
  fails: { ...put.fails, invalid_request: `The request is not valid. ${INVALID_KEY_VALUES}` },
});

/**
 * Returns type and id, and the members that `show` selects. The size of the answer is not limited; a failure after its
 * first bytes breaks the connection off. Only callers with the role WRITER see the values of headers and cookies of
 * links.
 */
export const getField = documentOperation({
  name: 'kb.field.get',
  summary: 'Read a field',
  http: { method: 'GET', path: resourcePaths('/{field_type}/{field_id}'), host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  params: TypedFieldTarget,
  query: FieldReadQuery,
  answer: Field,
  fails: { ...failsOfLongReads, not_found: FIELD_NOT_FOUND },
  deadlineMs: READ_DEADLINE_MS,
});

/**
 * The field is gone at once for reads; background work removes it from the indexes and its file from the blob store. A
 * field that does not exist is no error.
 */
export const deleteField = operation({
  name: 'kb.field.delete',
  summary: 'Delete a field',
  http: {
    method: 'DELETE',
    path: resourcePaths('/{field_type}/{field_id}'),
    host: 'zone',
    success: 204,
    reply: 'empty',
  },
  policy: writesKnowledgeBox,
  params: TypedFieldTarget,
  fails: {
    ...failsWithoutRoom,
    invalid_request: 'The request is not valid, or it names the title or the summary, which cannot be deleted.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
});

/**
 * Processes the stored content of the field again; a link is fetched again. Returns at once: the field is PENDING, and
 * its earlier results stay until the work is done.
 */
export const reprocessField = operation({
  name: 'kb.field.reprocess',
  feature: 'processing',
  summary: 'Process a field again',
  http: { method: 'POST', path: resourcePaths('/{field_type}/{field_id}/reprocess'), host: 'zone', success: 202 },
  policy: writesKnowledgeBox,
  params: TypedFieldTarget,
  query: ReprocessQuery,
  headers: FilePasswordHeader,
  answer: Queued,
  fails: {
    ...failsOfProcessing,
    not_found: FIELD_NOT_FOUND,
    invalid_request:
      'The request is not valid, the field is of a type that is not processed (generic, key_value), or a password ' +
      'comes for a field that is no file.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
});
