import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type ClientCapabilities, type ElicitRequest, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Client } from './client';

/** What the user of a client says to a question. */
export type Elicited = { readonly action: 'accept' | 'decline' | 'cancel'; readonly content?: Record<string, string> };

/** The user of a client. */
export type McpUser = (question: ElicitRequest['params'], signal: AbortSignal) => Promise<Elicited>;

/** The protocol's own client, whose user answers questions. */
export class AskedMcpClient {
  private constructor(
    readonly mcp: McpClient,
    readonly transport: StreamableHTTPClientTransport,
    /** Questions that came, the first one first. */
    readonly questions: ElicitRequest['params'][],
  ) {}

  /** @param path below `/api/v1` @param answer absent: the client cannot ask its user */
  static async connect(client: Client, path: string, answer?: McpUser): Promise<AskedMcpClient> {
    const capabilities: ClientCapabilities = answer ? { elicitation: {} } : {};
    const mcp = new McpClient({ name: 'e2e', version: '1.0.0' }, { capabilities });
    const questions: ElicitRequest['params'][] = [];
    if (answer)
      mcp.setRequestHandler(ElicitRequestSchema, async ({ params }, { signal }) => {
        questions.push(params);
        return { ...(await answer(params, signal)) };
      });
    const requestInit = { headers: { ...client.credential } };
    const transport = new StreamableHTTPClientTransport(new URL(`${client.origin}/api/v1${path}`), { requestInit });
    // The SDK's own types differ from each other in optional members that are undefined.
    await mcp.connect(transport as Parameters<McpClient['connect']>[0]);
    return new AskedMcpClient(mcp, transport, questions);
  }
}
