import { Bus } from '@lectern/bus';
import { AppError, validate } from '@lectern/contracts/core';
import {
  type AskHeaders,
  type AskItem,
  askKnowledgeBox,
  AskRequest,
  type FindParagraph,
  type FindResource,
  type FindResults,
} from '@lectern/contracts/search';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Injectable } from '@nestjs/common';
import type { BoxReader } from './mcp-documents';

/** How the box is asked, besides what the caller says. */
const ASKED = {
  citations: 'llm_footnotes',
  rag_strategies: [
    { name: 'field_extension', fields: ['a/title', 'a/summary'] },
    { name: 'neighbouring_paragraphs', before: 5, after: 5 },
    { name: 'metadata_extension', types: ['origin', 'classification_labels', 'ners', 'extra_metadata'] },
  ],
};

interface Answered {
  text: string;
  results?: FindResults;
  /** Keys of the context. */
  cited: readonly string[];
}

type Block = CallToolResult['content'][number];

/** Asks a box with the rights of the caller. */
@Injectable()
export class BoxSearch {
  constructor(private readonly bus: Bus) {}

  /** @throws AppError as an ask, and `provider_failed` */
  async search(
    request: Readonly<Record<string, unknown>>,
    client: string,
    { kbid, principal, signal }: BoxReader,
  ): Promise<CallToolResult> {
    const body = validate(AskRequest, { ...ASKED, ...request }, ['arguments']);
    const headers: AskHeaders = { 'x-kbdb-client': client, 'x-synchronous': false, 'x-show-consumption': false };
    const answered: Answered = { text: '', cited: [] };
    const values = this.bus.stream(askKnowledgeBox, { params: { kbid }, headers, body }, { principal, signal });
    for await (const { item } of values) if (item) take(item, answered);
    return { content: blocksOf(answered) };
  }
}

function take(item: AskItem, answered: Answered): void {
  if (item.type === 'answer') answered.text += item.text;
  else if (item.type === 'retrieval') answered.results = item.results;
  else if (item.type === 'citations') answered.cited = Object.keys(item.citations);
  else if (item.type === 'footnote_citations') answered.cited = Object.values(item.footnote_to_context);
  else if (item.type === 'error') throw new AppError('provider_failed', item.error);
  else if (item.type === 'status' && item.status === 'error')
    throw new AppError('provider_failed', item.details ?? 'The model failed');
}

/** A block for each passage that is cited, and the answer with the ids of its documents. */
function blocksOf({ text, results, cited }: Answered): Block[] {
  const found = new Map(results ? passagesIn(results) : []);
  const passages = [...new Set(cited)].flatMap((id) => found.get(id) ?? []);
  const documents = [...new Set(passages.map(({ resource }) => resource.id))];
  const answer = documents.length === 0 ? text : `${text}\n\nDocuments: ${documents.join(', ')}`;
  return [...passages.map(blockOf), { type: 'text', text: answer }];
}

interface Passage {
  readonly paragraph: FindParagraph;
  readonly resource: FindResource;
  /** As `/t/body`. */
  readonly field: string;
}

function passagesIn({ resources }: FindResults): readonly (readonly [id: string, Passage])[] {
  return Object.values(resources).flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([field, { paragraphs }]) =>
      Object.values(paragraphs).map((paragraph) => [paragraph.id, { paragraph, resource, field }] as const),
    ),
  );
}

function blockOf({ paragraph, resource, field }: Passage): Block {
  const [, fieldType = '', name = ''] = field.split('/');
  const classifications = resource.usermetadata?.classifications ?? [];
  return {
    type: 'text',
    text: paragraph.text,
    _meta: {
      type: 'citations',
      paragraph_id: paragraph.id,
      resource_labels: classifications.map(({ labelset, label }) => `${labelset}/${label}`),
      resource_title: resource.title ?? '',
      parent: resource.id,
      field_type: fieldType,
      field: name,
    },
  };
}
