import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../params';
import { READ_DEADLINE_MS, readsKnowledgeBox, WRITE_DEADLINE_MS, writesKnowledgeBox } from '../policies';
import { KvSchema, KvSchemaList, KvSchemaTarget, ModifyKvSchemaPayload } from './kv-schema.dto';

const COLLECTION = '/api/v1/kb/{kbid}/kv-schemas';
const ITEM = `${COLLECTION}/{schema_id}`;
const NOT_FOUND = 'The knowledge box has no such schema, or the caller may not know of it.';

/** The list is not paged. */
export const listKvSchemas = operation({
  name: 'kb.kv-schema.list',
  summary: 'List the key-value schemas of a knowledge box',
  http: { method: 'GET', path: COLLECTION, host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  params: KnowledgeBoxTarget,
  answer: KvSchemaList,
  deadlineMs: READ_DEADLINE_MS,
});

/** Key-value fields can be written as soon as their schema exists. A knowledge box has at most 20 schemas. */
export const createKvSchema = operation({
  name: 'kb.kv-schema.create',
  summary: 'Create a key-value schema',
  http: { method: 'POST', path: COLLECTION, host: 'zone', success: 201 },
  policy: writesKnowledgeBox,
  params: KnowledgeBoxTarget,
  body: KvSchema,
  answer: KvSchema,
  fails: {
    ...failsWithoutRoom,
    conflict: 'The knowledge box has a schema with this id.',
    invalid_request:
      'The request is not valid, two fields have the same key, a type takes no ranges or is not repeated, or the ' +
      'knowledge box has 20 schemas.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
});

/** Returns one schema. */
export const getKvSchema = operation({
  name: 'kb.kv-schema.get',
  summary: 'Read a key-value schema',
  http: { method: 'GET', path: ITEM, host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  params: KvSchemaTarget,
  answer: KvSchema,
  fails: { not_found: NOT_FOUND },
  deadlineMs: READ_DEADLINE_MS,
});

/**
 * Replaces the members that are sent. Values that are stored stay as they are, also those that the schema no longer
 * allows; later writes must follow the new schema.
 */
export const modifyKvSchema = operation({
  name: 'kb.kv-schema.modify',
  summary: 'Change a key-value schema',
  http: { method: 'PUT', path: ITEM, host: 'zone', success: 200 },
  policy: writesKnowledgeBox,
  params: KvSchemaTarget,
  body: ModifyKvSchemaPayload,
  answer: KvSchema,
  fails: {
    ...failsWithoutRoom,
    not_found: NOT_FOUND,
    invalid_request:
      'The request is not valid, two fields have the same key, a type takes no ranges or is not repeated, or the id ' +
      'in the body is not the one in the path.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
});

/** Values that are stored stay, and can be read and deleted; no further ones can be written. */
export const deleteKvSchema = operation({
  name: 'kb.kv-schema.delete',
  summary: 'Delete a key-value schema',
  http: { method: 'DELETE', path: ITEM, host: 'zone', success: 204, reply: 'empty' },
  policy: writesKnowledgeBox,
  params: KvSchemaTarget,
  fails: { ...failsWithoutRoom, not_found: NOT_FOUND },
  deadlineMs: WRITE_DEADLINE_MS,
});
