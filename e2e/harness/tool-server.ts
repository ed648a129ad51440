import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

/** A tool that answers every question with a text. */
export interface TestTool {
  readonly name: string;
  readonly description: string;
  readonly text: string;
}

/** An MCP server over streamable HTTP, made with the protocol's own kit, that wants a header. */
export async function toolServer(tool: TestTool, header: readonly [name: string, value: string]) {
  const questions: string[] = [];
  const inputSchema = {
    type: 'object',
    properties: { question: { type: 'string', description: 'What to look up' } },
    required: ['question'],
  } as const;
  const newServer = () => {
    const made = new Server({ name: 'animals', version: '1' }, { capabilities: { tools: {} } });
    const { name, description, text } = tool;
    made.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [{ name, description, inputSchema }] }));
    made.setRequestHandler(CallToolRequestSchema, ({ params }) => {
      questions.push(String(params.arguments?.['question']));
      return { content: [{ type: 'text', text }] };
    });
    return made;
  };
  const server = createServer(async (request, response) => {
    if (request.headers[header[0]] !== header[1]) return response.writeHead(401).end();
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    await newServer().connect(transport);
    return transport.handleRequest(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { uri: `http://127.0.0.1:${port}/mcp`, questions, stop };
}
