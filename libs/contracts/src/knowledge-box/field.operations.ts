import { documentOperation, operation } from '../core/operation';
import { FileFieldPayload, LinkFieldPayload, TextFieldPayload } from './field.dto';
import { FieldTarget, TypedFieldTarget } from './params';
import { READ_DEADLINE_MS, readsKnowledgeBox, WRITE_DEADLINE_MS, writesKnowledgeBox } from './policies';
import { FieldReadQuery, FilePasswordHeader, ReprocessQuery } from './read-query.dto';
import { BY_ID, BY_SLUG } from './resource.operations';
import { FileWriteHeaders } from './resource-payload.dto';
import { Field, Queued } from './resource.dto';

const put = { policy: writesKnowledgeBox, params: FieldTarget, answer: Queued, deadlineMs: WRITE_DEADLINE_MS };

export const putTextField = operation({
  ...put,
  name: 'kb.field.put-text',
  summary: 'Create or replace a text field',
  http: { method: 'PUT', path: `${BY_ID}/text/{field_id}`, host: 'zone', success: 201 },
  body: TextFieldPayload,
});

export const putTextFieldBySlug = operation({
  ...put,
  name: 'kb.field.put-text-by-slug',
  summary: 'Create or replace a text field, by slug',
  http: { method: 'PUT', path: `${BY_SLUG}/text/{field_id}`, host: 'zone', success: 201 },
  body: TextFieldPayload,
});

export const putLinkField = operation({
  ...put,
  name: 'kb.field.put-link',
  summary: 'Create or replace a link field',
  http: { method: 'PUT', path: `${BY_ID}/link/{field_id}`, host: 'zone', success: 201 },
  body: LinkFieldPayload,
});

export const putLinkFieldBySlug = operation({
  ...put,
  name: 'kb.field.put-link-by-slug',
  summary: 'Create or replace a link field, by slug',
  http: { method: 'PUT', path: `${BY_SLUG}/link/{field_id}`, host: 'zone', success: 201 },
  body: LinkFieldPayload,
});

export const putFileField = operation({
  ...put,
  name: 'kb.field.put-file',
  summary: 'Create or replace a file field',
  http: { method: 'PUT', path: `${BY_ID}/file/{field_id}`, host: 'zone', success: 201 },
  headers: FileWriteHeaders,
  body: FileFieldPayload,
});

export const putFileFieldBySlug = operation({
  ...put,
  name: 'kb.field.put-file-by-slug',
  summary: 'Create or replace a file field, by slug',
  http: { method: 'PUT', path: `${BY_SLUG}/file/{field_id}`, host: 'zone', success: 201 },
  headers: FileWriteHeaders,
  body: FileFieldPayload,
});

const read = {
  policy: readsKnowledgeBox,
  params: TypedFieldTarget,
  query: FieldReadQuery,
  answer: Field,
  deadlineMs: READ_DEADLINE_MS,
};

export const getField = documentOperation({
  ...read,
  name: 'kb.field.get',
  summary: 'Read a field',
  http: { method: 'GET', path: `${BY_ID}/{field_type}/{field_id}`, host: 'zone', success: 200 },
});

export const getFieldBySlug = documentOperation({
  ...read,
  name: 'kb.field.get-by-slug',
  summary: 'Read a field, by slug',
  http: { method: 'GET', path: `${BY_SLUG}/{field_type}/{field_id}`, host: 'zone', success: 200 },
});

const remove = { policy: writesKnowledgeBox, params: TypedFieldTarget, deadlineMs: WRITE_DEADLINE_MS };

export const deleteField = operation({
  ...remove,
  name: 'kb.field.delete',
  summary: 'Delete a field',
  http: { method: 'DELETE', path: `${BY_ID}/{field_type}/{field_id}`, host: 'zone', success: 204, reply: 'empty' },
});

export const deleteFieldBySlug = operation({
  ...remove,
  name: 'kb.field.delete-by-slug',
  summary: 'Delete a field, by slug',
  http: { method: 'DELETE', path: `${BY_SLUG}/{field_type}/{field_id}`, host: 'zone', success: 204, reply: 'empty' },
});

const reprocess = {
  policy: writesKnowledgeBox,
  params: TypedFieldTarget,
  query: ReprocessQuery,
  headers: FilePasswordHeader,
  answer: Queued,
  deadlineMs: WRITE_DEADLINE_MS,
};

export const reprocessField = operation({
  ...reprocess,
  name: 'kb.field.reprocess',
  summary: 'Process a field anew',
  http: { method: 'POST', path: `${BY_ID}/{field_type}/{field_id}/reprocess`, host: 'zone', success: 202 },
});

export const reprocessFieldBySlug = operation({
  ...reprocess,
  name: 'kb.field.reprocess-by-slug',
  summary: 'Process a field anew, by slug',
  http: { method: 'POST', path: `${BY_SLUG}/{field_type}/{field_id}/reprocess`, host: 'zone', success: 202 },
});
