import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Principal } from '@lectern/contracts/core';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { SpawnedServer } from '@lectern/testing';
import type { OpenedDriver } from '../driver/driver.service';
import type { AccountKey, AccountValues, DriverAccounts } from '../driver/driver-accounts';
import type { InteractionUser } from '../engine/asking-back';
import type { McpDialog, McpSource } from '../engine/mcp-source';
import { McpSources } from './mcp-sources';

const PROGRAM = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js';

/** A server of the protocol's project, with tools of every kind. */
export async function everythingServer(transport: 'streamableHttp' | 'sse') {
  let origin = '';
  const server = await SpawnedServer.start(({ port }) => {
    origin = `http://127.0.0.1:${port}`;
    return {
      name: 'server-everything',
      command: process.execPath,
      args: [PROGRAM, transport],
      env: { PORT: String(port), PATH: process.env['PATH'] ?? '' },
      isReady: () => isListening(port),
      startTimeoutMs: 30_000,
    };
  });
  return { uri: `${origin}/${transport === 'sse' ? 'sse' : 'mcp'}`, stop: () => server.stop() };
}

/** A server that does what a spec says. */
export class HostileServer {
  /** What it does with a request; its body was read. */
  answer: (message: Readonly<Record<string, unknown>>, ...exchange: Parameters<RequestListener>) => void = () =>
    undefined;
  /** Methods of the messages that it got, and headers of them. */
  readonly got: { readonly method: string; readonly headers: NodeJS.Dict<string | string[]> }[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<HostileServer> {
    const server = createServer();
    const hostile = new HostileServer(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = text.startsWith('{');
        const message: Readonly<Record<string, unknown>> = isJson ? JSON.parse(text) : { method: request.method, text };
        hostile.got.push({ method: String(message.method), headers: request.headers });
        response.on('error', () => undefined);
        hostile.answer(message, request, response);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return hostile;
  }

  get origin(): string {
    // Of a server that listens.
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get uri(): string {
    return `${this.origin}/mcp`;
  }

  /** Answers the handshake, and other requests with what their method has here: a value, or a function. */
  serve(results: Readonly<Record<string, unknown>>): void {
    this.answer = (message, request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      if (message.id === undefined) return void response.writeHead(202).end();
      const all: Readonly<Record<string, unknown>> = { initialize: HANDSHAKE, ...results };
      const made = all[String(message.method)];
      // Specs write functions of the message.
      const result = typeof made === 'function' ? (made as (message: object) => unknown)(message) : made;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: result ?? {} }));
    };
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** What a server answers first. */
export const HANDSHAKE = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {}, prompts: {} },
  serverInfo: { name: 'hostile', version: '1' },
};

/** Accounts of a spec, which nothing seals. */
class MemoryAccounts {
  private readonly kept = new Map<string, AccountValues>();
  find = async (key: AccountKey) => this.kept.get(JSON.stringify(key)) ?? {};
  put = async (key: AccountKey, values: AccountValues) => void this.kept.set(JSON.stringify(key), values);
  sealed = (values: AccountValues, key: AccountKey) => JSON.stringify([key, values]);
  opened = (sealed: string, key: AccountKey): AccountValues => {
    const [of, values] = JSON.parse(sealed);
    return JSON.stringify(of) === JSON.stringify(key) ? values : {};
  };
}

/** Sources that reach servers of specs, and one connection through them. */
export class TestMcp {
  readonly accounts = new MemoryAccounts() as unknown as DriverAccounts; // All that the sources use.
  agent = 'agent';
  principal: Principal = { kind: 'user', id: 'ada', roles: [] };
  user: InteractionUser = {
    newState: () => 'state',
    signIn: async () => false,
    askUser: async () => undefined,
  };
  private readonly web = new Egress(new Guard(new AllowList(['127.0.0.1'])));
  readonly sources = new McpSources(this.web, this.accounts);
  private ended = new AbortController();

  open(config: object, dialog: Partial<McpDialog> = {}, provider = 'mcphttp'): McpSource {
    const driver: OpenedDriver = {
      name: 'Tools',
      id: 'd',
      identifier: 'tools',
      provider,
      config: {
        timeout: 20,
        sse_read_timeout: 20,
        headers: {},
        scope: 'user',
        grant_types: [],
        response_types: [],
        pkce: true,
        ...config,
      },
    };
    const caller = { agent: this.agent, principal: this.principal, user: this.user, signal: this.ended.signal };
    return this.sources.open(driver, caller, { headers: {}, roots: {}, readTimeoutMs: 20_000, ...dialog });
  }

  get signal(): AbortSignal {
    return this.ended.signal;
  }

  /** As the end of an interaction does. */
  end(): void {
    this.ended.abort();
    this.ended = new AbortController();
  }

  async close(): Promise<void> {
    this.end();
    await this.web.onApplicationShutdown();
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
