import { AppError, type Violation } from '@lectern/contracts/core';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { CallToolResult, JSONRPCMessage, ServerResult } from '@modelcontextprotocol/sdk/types.js';
import { Logger } from '@nestjs/common';
import type { McpOffer, OfferedTool, ToolCall } from './mcp-offer';
import { pageAt } from './mcp-pages';

/** Characters of JSON of a result. */
export const RESULT_CHARS_MAX = 4 * 1024 ** 2;
const VERSION = '1.0.0';
const RESOURCE_NOT_FOUND = -32_002;
const SERVER_ERROR = -32_000;
/** Of this server only: no message has it. */
const WITHDRAWN = -32_800;
const UNANSWERED = 'Nobody answered in time';

const logger = new Logger('Mcp');

/** The SDK is loaded with the first message. */
async function sdk() {
  const [{ Server: SdkServer }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return { SdkServer, types };
}

/** A server of the protocol with what is offered, for one exchange. */
export async function mcpServer(offer: McpOffer): Promise<Server> {
  const { SdkServer, types } = await sdk();
  const { name, title, instructions, prompts } = offer;
  const server = new SdkServer(
    { name, version: VERSION, ...(title !== undefined && { title }) },
    {
      capabilities: { tools: {}, resources: {}, ...(prompts && { prompts: {} }) },
      instructions,
      // It would check answers of users, which come with messages of their own.
      jsonSchemaValidator: { getValidator: () => unchecked },
    },
  );
  const answering = <T extends ServerResult>(work: () => Promise<T>) => answered(work, types.McpError);
  server.setRequestHandler(types.ListToolsRequestSchema, ({ params }) =>
    answering(async () => {
      const { items, nextCursor } = pageAt(await offer.tools(), params?.cursor);
      return { tools: items.map(({ listed }) => listed), nextCursor };
    }),
  );
  server.setRequestHandler(types.CallToolRequestSchema, ({ params }, { signal, sendNotification, requestId: id }) => {
    const progressToken = params._meta?.progressToken;
    let progress = 0;
    const report = async (message: string) => {
      if (progressToken === undefined) return;
      progress += 1;
      await sendNotification({ method: 'notifications/progress', params: { progressToken, progress, message } });
    };
    const send = async (message: JSONRPCMessage) => server.transport?.send(message, { relatedRequestId: id });
    const call: ToolCall = {
      id,
      args: params.arguments ?? {},
      signal,
      report,
      elicit: (asked, question) =>
        send({ jsonrpc: '2.0', id: asked, method: 'elicitation/create', params: { ...question } }),
      withdraw: (asked) =>
        sendNotification({ method: 'notifications/cancelled', params: { requestId: asked, reason: UNANSWERED } }),
    };
    return answering(() => calledTool(offer, params.name, call)).catch(async (error: unknown) => {
      // A client expects no answer to a request that it has cancelled.
      if (error instanceof types.McpError && error.code === WITHDRAWN) await server.close();
      throw error;
    });
  });
  serveResources(server, offer, { types, answering });
  if (prompts) servePrompts(server, prompts, { types, answering });
  return server;
}

// Nothing reads the data.
const unchecked = (data: unknown) => ({ valid: true as const, data: data as never, errorMessage: undefined });

interface Serving {
  readonly types: Awaited<ReturnType<typeof sdk>>['types'];
  readonly answering: <T extends ServerResult>(work: () => Promise<T>) => Promise<T>;
}

function serveResources(server: Server, { resources }: McpOffer, { types, answering }: Serving): void {
  server.setRequestHandler(types.ListResourcesRequestSchema, ({ params }) =>
    answering(async () => {
      const { items, nextCursor } = await resources.list(params?.cursor);
      return { resources: [...items], nextCursor };
    }),
  );
  server.setRequestHandler(types.ListResourceTemplatesRequestSchema, () =>
    answering(async () => ({ resourceTemplates: [...resources.templates] })),
  );
  server.setRequestHandler(types.ReadResourceRequestSchema, ({ params: { uri } }) =>
    answering(async () => ({ contents: [{ uri, mimeType: 'text/plain', text: await resources.read(uri) }] })),
  );
}

function servePrompts(server: Server, prompts: NonNullable<McpOffer['prompts']>, { types, answering }: Serving): void {
  server.setRequestHandler(types.ListPromptsRequestSchema, ({ params }) =>
    answering(async () => {
      const { items, nextCursor } = pageAt(await prompts(), params?.cursor);
      return { prompts: items.map(({ listed }) => listed), nextCursor };
    }),
  );
  server.setRequestHandler(types.GetPromptRequestSchema, ({ params: { name, arguments: args = {} } }) =>
    answering(async () => {
      const prompt = (await prompts()).find(({ listed }) => listed.name === name);
      if (!prompt) throw new AppError('bad_request', `Unknown prompt ${name.slice(0, 200)}`);
      return prompt.get(args);
    }),
  );
}

/** What goes wrong with a call is its result, which models read. */
async function calledTool(offer: McpOffer, name: string, call: ToolCall): Promise<CallToolResult> {
  try {
    const tools = await offer.tools();
    const tool = tools.find(({ listed }) => listed.name === name);
    if (!tool) throw unknownTool(name, tools);
    return await tool.call(call);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal' || error.code === 'cancelled') throw error;
    return { isError: true, content: [{ type: 'text', text: `Error: ${reasonsOf(error)}` }] };
  }
}

/** Each violation of a request with its place, or the text of the error. */
function reasonsOf({ message, details: { detail } }: AppError): string {
  if (!Array.isArray(detail)) return message;
  // The list of a 422.
  const violations = detail as readonly Violation[];
  return violations.map(({ loc, msg }) => `${loc.filter((part) => part !== 'body').join('.')}: ${msg}`).join('; ');
}

function unknownTool(name: string, tools: readonly OfferedTool[]): AppError {
  const known = tools.map(({ listed }) => listed.name).join(', ');
  return new AppError('not_found', `Unknown tool ${name.slice(0, 200)}; tools of this server: ${known}`);
}

type ErrorOfProtocol = typeof import('@modelcontextprotocol/sdk/types.js').McpError;

/** @throws McpError that says no more than callers may know */
async function answered<T extends ServerResult>(work: () => Promise<T>, ProtocolError: ErrorOfProtocol): Promise<T> {
  const result = await work().catch((error: unknown) => {
    if (error instanceof AppError && error.code !== 'internal')
      throw new ProtocolError(protocolCode(error), error.message);
    logger.error({ message: 'A message over MCP failed', err: error });
    throw new ProtocolError(SERVER_ERROR, 'Internal error');
  });
  if (JSON.stringify(result).length <= RESULT_CHARS_MAX) return result;
  throw new ProtocolError(SERVER_ERROR, 'The result has more than 4 MiB');
}

const INVALID_PARAMS = -32_602;

function protocolCode({ code }: AppError): number {
  if (code === 'not_found') return RESOURCE_NOT_FOUND;
  if (code === 'cancelled') return WITHDRAWN;
  return code === 'bad_request' || code === 'invalid_request' ? INVALID_PARAMS : SERVER_ERROR;
}
