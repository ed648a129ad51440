import { AppError, isObject } from '@lectern/contracts/core';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ClientCapabilities, JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { NobodyToAsk } from '../engine/asking-back';
import type { McpCallOptions, McpDialog } from '../engine/mcp-source';
import { isGarbage, mcpFailure } from './mcp-failures';
import { clientRequestsOf } from './mcp-client-side';

const INFO = { name: 'lectern', version: '1.0.0' };
/** For saying good-bye. */
const LEAVE_MS = 2_000;
/** Requests of the server to its client. */
const ASKED_MAX = 100;

/** A request of the protocol. */
export interface McpRequest {
  readonly method: string;
  readonly params?: Record<string, unknown>;
}

/** What a connection is made of. */
export interface ConnectionParts {
  /** Identifier of the driver. */
  readonly identifier: string;
  readonly dialog: McpDialog;
  readonly signal: AbortSignal;
  /** Its tools or prompts are no longer what they were. */
  readonly onListChanged: () => void;
}

/** What its transport reports. */
export interface ConnectionEvents {
  readonly failed: (error: AppError) => void;
  readonly ended: (id: unknown) => void;
}

/** The SDK is loaded with the first connection. */
export async function clientSdk() {
  const [{ Client: SdkClient }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return { SdkClient, types };
}

// What a server returns is data, whose form is checked where it is used; its schemas are not compiled here.
const unchecked = (data: unknown) => ({ valid: true as const, data: data as never, errorMessage: undefined });

/** A connection to one server. What goes wrong with it ends all its requests. */
export class McpConnection {
  private readonly answered = new Set<unknown>();
  private readonly failure = Promise.withResolvers<never>();
  private isClosed = false;
  private asked = 0;

  private constructor(
    private readonly parts: ConnectionParts,
    private readonly sdk: Awaited<ReturnType<typeof clientSdk>>,
    private readonly client: Client,
  ) {
    // A pending call receives the error; without one nobody needs it.
    this.failure.promise.catch(() => undefined);
  }

  /**
   * Opens one.
   *
   * @param transportOf makes the transport, which reports what the SDK does not
   * @throws AppError of the server, `UnauthorizedError` of the SDK
   */
  static async open(
    parts: ConnectionParts,
    transportOf: (events: ConnectionEvents) => Promise<Transport>,
  ): Promise<McpConnection> {
    const sdk = await clientSdk();
    const capabilities = capabilitiesOf(parts.dialog);
    const client = new sdk.SdkClient(INFO, { capabilities, jsonSchemaValidator: { getValidator: () => unchecked } });
    const connection = new McpConnection(parts, sdk, client);
    const transport = await transportOf({
      failed: (error) => connection.fail(error),
      ended: (id) => connection.noteEnd(id),
    });
    await connection.connect(transport);
    return connection;
  }

  /** Whether the server says that it has something, such as `prompts`. */
  offers(capability: 'tools' | 'prompts'): boolean {
    return this.client.getServerCapabilities()?.[capability] !== undefined;
  }

  /** @throws as the SDK, AppError when the connection fails */
  async request(
    request: McpRequest,
    { signal, onProgress }: McpCallOptions,
  ): Promise<Readonly<Record<string, unknown>>> {
    const timeout = this.parts.dialog.readTimeoutMs;
    const options = {
      timeout,
      maxTotalTimeout: timeout,
      signal,
      ...(onProgress && {
        onprogress: ({ progress, total, message = '' }: { progress: number; total?: number; message?: string }) =>
          onProgress({ progress, message, ...(total !== undefined && { total }) }),
      }),
    };
    return Promise.race([this.client.request(request, this.sdk.types.ResultSchema, options), this.failure.promise]);
  }

  /** Whether it can be used. */
  get isOpen(): boolean {
    return !this.isClosed;
  }

  /** Idempotent; never throws. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    const { transport } = this.client;
    // The session of a server over HTTP.
    const leave = transport && 'terminateSession' in transport ? transport.terminateSession : undefined;
    if (typeof leave === 'function')
      await Promise.race([
        Promise.resolve(leave.call(transport)).catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, LEAVE_MS).unref()),
      ]);
    await this.client.close().catch(() => undefined);
  }

  private async connect(transport: Transport): Promise<void> {
    const { dialog, signal, onListChanged } = this.parts;
    const { types } = this.sdk;
    this.client.onerror = (error) => {
      if (isGarbage(error)) this.fail(mcpFailure(error, this.parts.identifier));
    };
    for (const schema of [types.ToolListChangedNotificationSchema, types.PromptListChangedNotificationSchema])
      this.client.setNotificationHandler(schema, onListChanged);
    clientRequestsOf(this.client, types, {
      dialog,
      admit: () => this.noteAsked(),
      refused: (error) => {
        if (error instanceof NobodyToAsk) this.fail(error);
      },
    });
    const timeout = dialog.readTimeoutMs;
    try {
      const connected = this.client.connect(transport, { timeout, maxTotalTimeout: timeout, signal });
      this.watch(transport);
      await Promise.race([connected, this.failure.promise]);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** The SDK sets its handler when it connects, before the first message. */
  private watch(transport: Transport): void {
    const { onmessage } = transport;
    transport.onmessage = (message, extra) => {
      if (isAnswer(message)) this.answered.add(message.id);
      onmessage?.(message, extra);
    };
  }

  private fail(error: AppError): void {
    this.failure.reject(error);
    void this.close();
  }

  private noteEnd(id: unknown): void {
    if (this.isClosed || this.answered.has(id)) return;
    this.fail(new AppError('unavailable', `The MCP server of ${this.parts.identifier} broke off its answer`));
  }

  /** @throws AppError `quota_exceeded` */
  private noteAsked(): void {
    this.asked += 1;
    if (this.asked <= ASKED_MAX) return;
    const error = new AppError(
      'quota_exceeded',
      `The MCP server of ${this.parts.identifier} asks its client too often`,
    );
    this.fail(error);
    throw error;
  }
}

function capabilitiesOf({ roots, sample, elicit }: McpDialog): ClientCapabilities {
  return {
    ...(Object.keys(roots).length > 0 && { roots: {} }),
    ...(sample && { sampling: {} }),
    ...(elicit && { elicitation: { form: {} } }),
  };
}

function isAnswer(message: JSONRPCMessage): message is JSONRPCMessage & { readonly id: string | number } {
  return isObject(message) && 'id' in message && !('method' in message);
}
