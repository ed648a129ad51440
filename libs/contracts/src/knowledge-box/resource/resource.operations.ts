import { failsWithoutRoom } from '../../core/failures';
import { BOX_NOT_FOUND } from '../../core/http-binding';
import { documentOperation, operation } from '../../core/operation';
import {
  failsOfLongReads,
  failsOfProcessing,
  INLINE_FILE_TOO_LARGE,
  INVALID_FIELDS,
  INVALID_KEY_VALUES,
} from '../failures';
import { KnowledgeBoxTarget, resourcePaths, ResourceTarget } from '../params';
import { READ_DEADLINE_MS, readsKnowledgeBox, WRITE_DEADLINE_MS, writesKnowledgeBox } from '../policies';
import { ReindexQuery, ReprocessQuery, ResourceListQuery, ResourceReadQuery } from '../read-query/read-query.dto';
import {
  CreateResourcePayload,
  FileWriteHeaders,
  ModifyResourcePayload,
} from '../resource-payload/resource-payload.dto';
import { storedInNamed, storedInNew } from '../stored-content';
import { Queued, Resource, ResourceCreated, ResourceList } from './resource.dto';

/**
 * Stores the resource with its fields in one transaction; when it returns, reads show them. Background work then
 * extracts, splits and indexes the fields: `waits_for` of the resource and `processing-status` say how far it is.
 * Unknown members of the body are ignored. At most 1,000 fields in one request; large files are uploaded instead.
 */
export const createResource = operation({
  name: 'kb.resource.create',
  feature: 'upload',
  summary: 'Create a resource',
  http: {
    method: 'POST',
    path: '/api/v1/kb/{kbid}/resources',
    host: 'zone',
    success: 201,
    unknownBox: BOX_NOT_FOUND,
    stores: storedInNew,
  },
  policy: writesKnowledgeBox,
  params: KnowledgeBoxTarget,
  headers: FileWriteHeaders,
  body: CreateResourcePayload,
  answer: ResourceCreated,
  fails: {
    ...failsOfProcessing,
    conflict: 'The knowledge box has a resource with this slug.',
    too_large: INLINE_FILE_TOO_LARGE,
    invalid_request:
      `${INVALID_FIELDS} ${INVALID_KEY_VALUES} Or it hides the resource in a box without hidden resources, its icon is ` +
      'not a media type, or its extra metadata is too large.',
  },
  deadlineMs: WRITE_DEADLINE_MS,
});

/**
 * Returns a page with the basic members of each resource, ordered by id, without fields. Hidden and restricted
 * resources are included, except for guests of a published box. A page after the last one is empty.
 */
export const listResources = documentOperation({
  name: 'kb.resource.list',
  summary: 'List resources',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/resources', host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  lane: 'list',
  params: KnowledgeBoxTarget,
  query: ResourceListQuery,
  answer: ResourceList,
  deadlineMs: READ_DEADLINE_MS,
});

/**
 * Returns the id, and the members that `show` selects: fields are left out unless `values`, `extracted` or `errors` is
 * among them. The size of the answer is not limited; a failure after its first bytes breaks the connection off. Only
 * callers with the role WRITER see the values of headers and cookies of links.
 */
export const getResource = documentOperation({
  name: 'kb.resource.get',
  summary: 'Read a resource',
  http: { method: 'GET', path: resourcePaths(), host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  params: ResourceTarget,
  query: ResourceReadQuery,
  answer: Resource,
  fails: failsOfLongReads,
  deadlineMs: READ_DEADLINE_MS,
});

/** Answers without a body. */
export const headResource = operation({
  name: 'kb.resource.head',
  summary: 'Check whether a resource exists',
  http: { method: 'HEAD', path: resourcePaths(), host: 'zone', success: 200, reply: 'empty' },
  policy: readsKnowledgeBox,
  params: ResourceTarget,
  deadlineMs: READ_DEADLINE_MS,
});

/**
 * Members that the body omits stay; fields that it names are created or replaced, others are kept. `metadata` is added
 * to, other members are replaced. Reads show the change at once; indexes follow in the background, restrictions, labels
 * and dates before content. Restrictions and labels are accepted even while the processing queue is full, and
 * `security` and `hidden`, without other members, even while the disk is.
 */
export const modifyResource = operation({
  name: 'kb.resource.modify',
  feature: 'upload',
  summary: 'Modify a resource',
  http: { method: 'PATCH', path: resourcePaths(), host: 'zone', success: 200, stores: storedInNamed },
  policy: writesKnowledgeBox,
  params: ResourceTarget,
  headers: FileWriteHeaders,
  body: ModifyResourcePayload,
  answer: Queued,
  fails: {
    ...failsOfProcessing,
    conflict: 'The knowledge box has another resource with this slug.',
    too_large: INLINE_FILE_TOO_LARGE,
    invalid_request:
      `${INVALID_FIELDS} ${INVALID_KEY_VALUES} Or it hides the resource in a box without hidden resources, or the ` +
      'resource would have too much metadata or too many languages.',
  },
  worksWithoutRoom: ['security', 'hidden'],
  deadlineMs: WRITE_DEADLINE_MS,
});

/**
 * The resource is gone at once for reads and searches. Background work then removes it from the indexes and its files
 * from the blob store. It cannot be undone.
 */
export const deleteResource = operation({
  name: 'kb.resource.delete',
  summary: 'Delete a resource',
  http: { method: 'DELETE', path: resourcePaths(), host: 'zone', success: 204, reply: 'empty' },
  policy: writesKnowledgeBox,
  params: ResourceTarget,
  fails: failsWithoutRoom,
  deadlineMs: WRITE_DEADLINE_MS,
});

/**
 * Indexes the stored texts by words again, in the background, without processing the content. Returns at once.
 */
export const reindexResource = operation({
  name: 'kb.resource.reindex',
  summary: 'Rebuild the index entries of a resource',
  http: { method: 'POST', path: resourcePaths('/reindex'), host: 'zone', success: 200, reply: 'empty' },
  policy: writesKnowledgeBox,
  params: ResourceTarget,
  query: ReindexQuery,
  fails: failsWithoutRoom,
  deadlineMs: WRITE_DEADLINE_MS,
});

/**
 * Processes the stored content of all fields again; links are fetched again. Returns at once: the fields are PENDING,
 * and their earlier results stay until the work is done. `seqid` is null when the resource has no fields.
 */
export const reprocessResource = operation({
  name: 'kb.resource.reprocess',
  feature: 'processing',
  summary: 'Process a resource again',
  http: { method: 'POST', path: resourcePaths('/reprocess'), host: 'zone', success: 202 },
  policy: writesKnowledgeBox,
  params: ResourceTarget,
  query: ReprocessQuery,
  answer: Queued,
  fails: failsOfProcessing,
  deadlineMs: WRITE_DEADLINE_MS,
});
