import { documentOperation, operation } from '../core/operation';
import { KnowledgeBoxTarget, ResourceTarget } from './params';
import { READ_DEADLINE_MS, readsKnowledgeBox, WRITE_DEADLINE_MS, writesKnowledgeBox } from './policies';
import { ReindexQuery, ReprocessQuery, ResourceListQuery, ResourceReadQuery } from './read-query.dto';
import { CreateResourcePayload, FileWriteHeaders, ModifyResourcePayload } from './resource-payload.dto';
import { Queued, Resource, ResourceCreated, ResourceList } from './resource.dto';

export const BY_ID = '/api/v1/kb/{kbid}/resource/{rid}';
export const BY_SLUG = '/api/v1/kb/{kbid}/slug/{rslug}';

export const createResource = operation({
  name: 'kb.resource.create',
  summary: 'Create a resource',
  http: { method: 'POST', path: '/api/v1/kb/{kbid}/resources', host: 'zone', success: 201 },
  policy: writesKnowledgeBox,
  params: KnowledgeBoxTarget,
  headers: FileWriteHeaders,
  body: CreateResourcePayload,
  answer: ResourceCreated,
  deadlineMs: WRITE_DEADLINE_MS,
});

export const listResources = documentOperation({
  name: 'kb.resource.list',
  summary: 'List resources',
  http: { method: 'GET', path: '/api/v1/kb/{kbid}/resources', host: 'zone', success: 200 },
  policy: readsKnowledgeBox,
  params: KnowledgeBoxTarget,
  query: ResourceListQuery,
  answer: ResourceList,
  deadlineMs: READ_DEADLINE_MS,
});

const read = {
  policy: readsKnowledgeBox,
  params: ResourceTarget,
  query: ResourceReadQuery,
  answer: Resource,
  deadlineMs: READ_DEADLINE_MS,
};

export const getResource = documentOperation({
  ...read,
  name: 'kb.resource.get',
  summary: 'Read a resource',
  http: { method: 'GET', path: BY_ID, host: 'zone', success: 200 },
});

export const getResourceBySlug = documentOperation({
  ...read,
  name: 'kb.resource.get-by-slug',
  summary: 'Read a resource by slug',
  http: { method: 'GET', path: BY_SLUG, host: 'zone', success: 200 },
});

const head = { policy: readsKnowledgeBox, params: ResourceTarget, deadlineMs: READ_DEADLINE_MS };

export const headResource = operation({
  ...head,
  name: 'kb.resource.head',
  summary: 'Tell whether a resource exists',
  http: { method: 'HEAD', path: BY_ID, host: 'zone', success: 200, reply: 'empty' },
});

export const headResourceBySlug = operation({
  ...head,
  name: 'kb.resource.head-by-slug',
  summary: 'Tell whether a resource exists, by slug',
  http: { method: 'HEAD', path: BY_SLUG, host: 'zone', success: 200, reply: 'empty' },
});

const modify = {
  policy: writesKnowledgeBox,
  params: ResourceTarget,
  headers: FileWriteHeaders,
  body: ModifyResourcePayload,
  answer: Queued,
  deadlineMs: WRITE_DEADLINE_MS,
};

export const modifyResource = operation({
  ...modify,
  name: 'kb.resource.modify',
  summary: 'Modify a resource',
  http: { method: 'PATCH', path: BY_ID, host: 'zone', success: 200 },
});

export const modifyResourceBySlug = operation({
  ...modify,
  name: 'kb.resource.modify-by-slug',
  summary: 'Modify a resource by slug',
  http: { method: 'PATCH', path: BY_SLUG, host: 'zone', success: 200 },
});

const remove = { policy: writesKnowledgeBox, params: ResourceTarget, deadlineMs: WRITE_DEADLINE_MS };

export const deleteResource = operation({
  ...remove,
  name: 'kb.resource.delete',
  summary: 'Delete a resource',
  http: { method: 'DELETE', path: BY_ID, host: 'zone', success: 204, reply: 'empty' },
});

export const deleteResourceBySlug = operation({
  ...remove,
  name: 'kb.resource.delete-by-slug',
  summary: 'Delete a resource by slug',
  http: { method: 'DELETE', path: BY_SLUG, host: 'zone', success: 204, reply: 'empty' },
});

const reindex = {
  policy: writesKnowledgeBox,
  params: ResourceTarget,
  query: ReindexQuery,
  deadlineMs: WRITE_DEADLINE_MS,
};

export const reindexResource = operation({
  ...reindex,
  name: 'kb.resource.reindex',
  summary: 'Build the index entries of a resource anew',
  http: { method: 'POST', path: `${BY_ID}/reindex`, host: 'zone', success: 200, reply: 'empty' },
});

export const reindexResourceBySlug = operation({
  ...reindex,
  name: 'kb.resource.reindex-by-slug',
  summary: 'Build the index entries of a resource anew, by slug',
  http: { method: 'POST', path: `${BY_SLUG}/reindex`, host: 'zone', success: 200, reply: 'empty' },
});

const reprocess = {
  policy: writesKnowledgeBox,
  params: ResourceTarget,
  query: ReprocessQuery,
  answer: Queued,
  deadlineMs: WRITE_DEADLINE_MS,
};

export const reprocessResource = operation({
  ...reprocess,
  name: 'kb.resource.reprocess',
  summary: 'Process a resource anew',
  http: { method: 'POST', path: `${BY_ID}/reprocess`, host: 'zone', success: 202 },
});

export const reprocessResourceBySlug = operation({
  ...reprocess,
  name: 'kb.resource.reprocess-by-slug',
  summary: 'Process a resource anew, by slug',
  http: { method: 'POST', path: `${BY_SLUG}/reprocess`, host: 'zone', success: 202 },
});
