import type { callKnowledgeBoxMcp, McpReply } from '@lectern/contracts/agents';
import { AppError, type Request } from '@lectern/contracts/core';
import { clientOf } from '@lectern/contracts/search';
import type { Resource } from '@lectern/contracts/knowledge-box';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Injectable } from '@nestjs/common';
import { McpDocuments, type BoxReader, type DocumentText } from './mcp-documents';
import { BoxSearch } from './box-search';
import { batchGetDocuments, getDocument, LISTED_MAX, listDocuments, searchDocuments } from './box-tool-schemas';
import { answerAtOnce } from './mcp-exchange';
import type { McpOffer, OfferedPage, OfferedTool, ToolCall } from './mcp-offer';
import { placeOf } from './mcp-pages';
import { checkToolArguments } from './tool-arguments';

const INSTRUCTIONS =
  'A knowledge base of documents. Ask `search_documents` first; it returns an answer with the passages that it cites. ' +
  'Read whole documents with `get_document`.';

/** The server of the Model Context Protocol that a knowledge box has. */
@Injectable()
export class KnowledgeBoxMcp {
  constructor(
    private readonly documents: McpDocuments,
    private readonly searches: BoxSearch,
  ) {}

  /** @throws AppError as `answerAtOnce` */
  async answer({ params, headers, body, principal, signal }: Request<typeof callKnowledgeBoxMcp>): Promise<McpReply> {
    const { kbid } = params;
    const offer = this.offer({ kbid, principal, signal }, clientOf(headers));
    return answerAtOnce(offer, { headers, body, signal });
  }

  /** There are no sessions. */
  async close(): Promise<null> {
    return null;
  }

  private offer(reader: BoxReader, client: string): McpOffer {
    const { kbid } = reader;
    const root = `kbdb://${kbid}/`;
    const tools = this.tools(reader, client).map((tool) => checkedTool(tool, kbid));
    return {
      name: kbid,
      instructions: INSTRUCTIONS,
      tools: async () => tools,
      resources: {
        list: (cursor) => this.listed(root, cursor, reader),
        templates: [{ uriTemplate: `${root}{rid}`, name: 'document', mimeType: 'text/plain' }],
        read: async (uri) => {
          const rid = uri.startsWith(root) ? uri.slice(root.length) : '';
          if (rid === '') throw new AppError('not_found', `Unknown resource ${uri.slice(0, 200)}`);
          return (await this.documents.text(rid, reader)).text;
        },
      },
    };
  }

  private tools(reader: BoxReader, client: string): readonly OfferedTool[] {
    const { documents, searches } = this;
    // A call ends with the exchange that it belongs to.
    const within = ({ signal }: ToolCall): BoxReader => ({ ...reader, signal });
    return [
      {
        listed: searchDocuments,
        call: (call) => searches.search(call.args, client, within(call)),
      },
      {
        listed: getDocument,
        call: async (call) => textsResult([await documents.text(textOf(call.args['name']), within(call))]),
      },
      {
        listed: batchGetDocuments,
        call: async (call) => {
          const names = [call.args['names']].flat().map(textOf);
          const found = await documents.texts(names, within(call));
          return textsResult(names.map((name) => headed(name, found.get(name))));
        },
      },
      {
        listed: listDocuments,
        call: async (call) => {
          const { sort, order = 'desc', ...request } = call.args;
          const ordered =
            sort === undefined && call.args['order'] === undefined ? {} : { sort: { field: sort ?? 'created', order } };
          const { documents: page, total, hasMore } = await documents.list({ ...request, ...ordered }, within(call));
          const listed = { total, has_more: hasMore, documents: page.map(shownDocument) };
          return { content: [{ type: 'text', text: JSON.stringify(listed) }], structuredContent: listed };
        },
      },
    ];
  }

  private async listed(
    root: string,
    cursor: string | undefined,
    reader: BoxReader,
  ): Promise<OfferedPage<ListedResource>> {
    const page = placeOf(cursor);
    const request = { page_number: page, page_size: LISTED_MAX };
    const { documents, hasMore } = await this.documents.list(request, reader);
    return {
      items: documents.map((one) => listedResource(root, one)),
      ...(hasMore && { nextCursor: String(page + 1) }),
    };
  }
}

interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType: string;
}

function listedResource(root: string, { id, slug = id, title, summary = '' }: Resource): ListedResource {
  const described = summary === '' ? {} : { description: summary };
  return {
    uri: `${root}${id}`,
    name: slug,
    ...(title !== undefined && { title }),
    ...described,
    mimeType: 'text/plain',
  };
}

function shownDocument({ id, slug, title, summary, created, modified, usermetadata, metadata }: Resource): object {
  const labels = (usermetadata?.classifications ?? []).map(({ labelset, label }) => `${labelset}/${label}`);
  return {
    id,
    slug,
    title,
    summary,
    labels,
    created,
    modified,
    language: metadata?.language,
    status: metadata?.status,
  };
}

/** The tool, which refuses arguments that its schema forbids. */
function checkedTool({ listed, call }: OfferedTool, owner: string): OfferedTool {
  return {
    listed,
    call: async (called) => {
      await checkToolArguments(listed.inputSchema, called.args, { owner, signal: called.signal });
      return call(called);
    },
  };
}

/** Arguments were checked against the schema of the tool. */
function textOf(value: unknown): string {
  return String(value);
}

function headed(name: string, found: DocumentText | undefined): DocumentText {
  return found ? { ...found, text: `# ${name}\n\n${found.text}` } : { text: `# ${name}\n\nError: unknown document` };
}

function textsResult(texts: readonly DocumentText[]): CallToolResult {
  const blocks = texts.flatMap(({ text, note }) => (note === undefined ? [text] : [text, note]));
  return { content: blocks.map((text) => ({ type: 'text', text })) };
}
