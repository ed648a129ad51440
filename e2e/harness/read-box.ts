import {
  type ConversationPage,
  downloadAttachment,
  downloadExtracted,
  extractedParts,
  getEntitiesGroup,
  getField,
  getLabelset,
  getSynonyms,
  listEntitiesGroups,
  listKvSchemas,
  listLabelsets,
  listResources,
  listSearchConfigurations,
  listVectorsets,
  type Resource,
  resourceShows,
} from '@lectern/contracts/knowledge-box';
import { getEvaluationSet, listEvaluationSets, searchGraphNodes, searchGraphPaths } from '@lectern/contracts/search';
import { hash } from 'node:crypto';
import type { KnowledgeBoxClient } from './client';

/** Ids of the resources of a box that has few. */
export async function idsOf(kb: KnowledgeBoxClient): Promise<string[]> {
  const { resources } = await kb.api(listResources, { query: { size: 100 } });
  return resources.map(({ id }) => id);
}

/** Until all its resources are processed and embedded. */
export async function untilReady(kb: KnowledgeBoxClient): Promise<void> {
  const rids = await idsOf(kb);
  for (const rid of rids) await kb.untilProcessed(rid);
  for (const rid of rids) await kb.untilEmbedded(rid);
}

/** All that can be read of a box; its own id and numbers of its queue are replaced by placeholders. */
export async function wholeBox(kb: KnowledgeBoxClient): Promise<unknown> {
  const resources = [];
  for (const rid of await idsOf(kb)) resources.push(await wholeResource(kb, rid));
  const { labelsets } = await kb.api(listLabelsets);
  const groups = Object.keys((await kb.api(listEntitiesGroups)).groups);
  const whole = {
    resources,
    labelsets,
    single: await Promise.all(Object.keys(labelsets).map((labelset) => kb.api(getLabelset, { params: { labelset } }))),
    entities: await Promise.all(groups.map((group) => kb.api(getEntitiesGroup, { params: { group } }))),
    synonyms: await kb.api(getSynonyms),
    schemas: await kb.api(listKvSchemas),
    configurations: await kb.api(listSearchConfigurations),
    vectorsets: await kb.api(listVectorsets),
    questions: await questionsOf(kb),
    graph: await graphOf(kb),
  };
  return JSON.parse(JSON.stringify(whole).replaceAll(kb.id, '{kbid}'));
}

/** The sets of questions, which get new ids in another box and lose the answers that they were taken from. */
async function questionsOf(kb: KnowledgeBoxClient): Promise<unknown> {
  const { sets } = await kb.api(listEvaluationSets);
  const all = await Promise.all(sets.map(({ id: set_id }) => kb.api(getEvaluationSet, { params: { set_id } })));
  const shown = all.map(({ title, questions }) => ({
    title,
    questions: questions.map((question) => ({ ...question, learning_id: null })),
  }));
  return shown.map((set) => JSON.stringify(set)).sort();
}

/** All nodes and edges, without regard to their order. */
async function graphOf(kb: KnowledgeBoxClient): Promise<unknown> {
  const [top_k, show_hidden] = [500, true];
  const { nodes } = await kb.api(searchGraphNodes, { body: { query: { prop: 'node' }, top_k, show_hidden } });
  const { paths } = await kb.api(searchGraphPaths, { body: { query: { prop: 'path' }, top_k, show_hidden } });
  return [nodes, paths].map((all) => all.map((one) => JSON.stringify(one)).sort());
}

async function wholeResource(kb: KnowledgeBoxClient, rid: string): Promise<unknown> {
  const resource = await kb.resource(rid, { show: [...resourceShows], extracted: [...extractedParts] });
  return {
    ...resource,
    last_seqid: 0,
    pages: await pagesOf(kb, resource),
    files: await filesOf(kb, resource),
  };
}

async function pagesOf(kb: KnowledgeBoxClient, { id: rid, data }: Resource): Promise<unknown[]> {
  const pages: unknown[] = [];
  for (const field_id of Object.keys(data?.conversations ?? {})) {
    for (let page = 1, last = 1; page <= last; page += 1) {
      const params = { rid, field_type: 'conversation' as const, field_id };
      const field = await kb.api(getField, { params, query: { page } });
      const value = field.value as ConversationPage; // what a conversation has
      last = value.pages;
      pages.push(value, await attachmentsOf(kb, { rid, field_id }, value));
    }
  }
  return pages;
}

async function attachmentsOf(
  kb: KnowledgeBoxClient,
  field: { readonly rid: string; readonly field_id: string },
  { messages }: ConversationPage,
): Promise<string[]> {
  const hashes: string[] = [];
  for (const { ident: message_ident, content } of messages) {
    for (const file_num of content.attachments.keys()) {
      const params = { kbid: kb.id, ...field, message_ident, file_num };
      hashes.push(hash('sha256', await kb.client.api.download(downloadAttachment, { params })));
    }
  }
  return hashes;
}

interface PagesPreviews {
  readonly pages?: readonly { readonly filename: string }[];
}

async function filesOf(kb: KnowledgeBoxClient, { id: rid, data, thumbnail }: Resource): Promise<unknown> {
  const hashes: string[] = [];
  for (const [field_id, { value, extracted }] of Object.entries(data?.files ?? {})) {
    if (typeof value !== 'object' || !('file' in value) || value.external || value.file.uri === '') continue;
    hashes.push(hash('sha256', await kb.download(rid, field_id)));
    if (!thumbnail?.startsWith('/kb/')) continue;
    const previews = extracted?.file?.file_pages_previews as PagesPreviews | undefined; // what a file with pages has
    const pages = previews?.pages ?? [];
    for (const path of ['file_thumbnail', ...pages.map(({ filename }) => `generated/${filename}`)]) {
      const params = { kbid: kb.id, rid, field_type: 'file' as const, field_id, path };
      hashes.push(hash('sha256', await kb.client.api.download(downloadExtracted, { params })));
    }
  }
  return hashes;
}
