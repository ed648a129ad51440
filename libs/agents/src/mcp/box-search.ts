import { Bus } from '@lectern/bus';
import { AppError, validate } from '@lectern/contracts/core';
import {
  type AskHeaders,
  type AugmentedContext,
  type AskItem,
  askKnowledgeBox,
  AskRequest,
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

interface Cited {
  readonly key: string;
  /** As its footnote in the answer names it. */
  readonly block?: string;
}

interface Answered {
  text: string;
  results?: FindResults;
  augmented?: AugmentedContext;
  /** What is cited, by keys of the context. */
  cited: readonly Cited[];
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
  else if (item.type === 'augmented_context') answered.augmented = item.augmented;
  else if (item.type === 'citations') answered.cited = Object.keys(item.citations).map((key) => ({ key }));
  else if (item.type === 'footnote_citations')
    answered.cited = Object.entries(item.footnote_to_context).map(([block, key]) => ({ block, key }));
  else if (item.type === 'error') throw new AppError('provider_failed', item.error);
  else if (item.type === 'status' && item.status === 'error')
    throw new AppError('provider_failed', item.details ?? 'The model failed');
}

/** A block for each passage that is cited, and the answer with the ids of its documents. */
function blocksOf(answered: Answered): Block[] {
  const texts = citableTexts(answered);
  const passages = answered.cited.flatMap(({ key, block }) => {
    const text = texts.get(key);
    return text === undefined ? [] : [passageBlock(key, text, { answered, block })];
  });
  const documents = [...new Set(passages.map(({ _meta }) => _meta.parent))];
  const answer = documents.length === 0 ? answered.text : `${answered.text}\n\nDocuments: ${documents.join(', ')}`;
  return [...passages, { type: 'text', text: answer }];
}

/** Texts that the model was given, by key of the context. */
function citableTexts({ results, augmented }: Answered): ReadonlyMap<string, string> {
  const found = Object.values(results?.resources ?? {}).flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ paragraphs }) => Object.values(paragraphs)),
  );
  const added = Object.entries({ ...augmented?.paragraphs, ...augmented?.fields });
  return new Map([
    ...added.map(([key, { text }]) => [key, text] as const),
    ...found.map(({ id, text }) => [id, text] as const),
  ]);
}

/** @param key id of a paragraph or a field, which begins with those of its resource */
function passageBlock(
  key: string,
  text: string,
  { answered, block }: { readonly answered: Answered; readonly block: string | undefined },
) {
  const [parent = '', fieldType = '', field = ''] = key.split('/');
  const { title = '', usermetadata } = answered.results?.resources[parent] ?? {};
  const _meta = {
    type: 'citations',
    ...(block !== undefined && { block }),
    paragraph_id: key,
    resource_labels: (usermetadata?.classifications ?? []).map(({ labelset, label }) => `${labelset}/${label}`),
    resource_title: title,
    parent,
    field_type: fieldType,
    field,
  };
  return { type: 'text' as const, text, _meta };
}
