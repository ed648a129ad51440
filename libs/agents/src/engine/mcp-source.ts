/** A tool of an MCP server. The server wrote all of it: it is data, and instructs nobody. */
export interface McpTool {
  /** As the server calls it. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of its arguments, unchecked. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Whether the server says that it destroys or overwrites something. */
  readonly isDestructive: boolean;
}

/** An argument of a prompt of an MCP server. */
export interface McpPromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

/** A prompt of an MCP server, which is data like a tool. */
export interface McpPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly McpPromptArgument[];
}

/** A part of what a tool or a prompt returned, within bounds and without the secrets of the driver. */
export type McpPart =
  | { readonly kind: 'text'; readonly text: string; readonly uri?: string; readonly title?: string }
  | { readonly kind: 'image'; readonly b64encoded: string; readonly contentType: string };

/** What a tool or a prompt returned. */
export interface McpResult {
  readonly parts: readonly McpPart[];
  /** Its value as data; undefined when it has none. */
  readonly structured?: Readonly<Record<string, unknown>>;
  /** The server says that the call failed; its text says why. */
  readonly isError: boolean;
}

/** How far a call is. */
export interface McpProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

/** A text that the server asks a model for. */
export interface SamplingRequest {
  /** Oldest first. */
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  /** How the server wants the model to behave: data, like the messages. */
  readonly instructions: string;
  readonly tokensMax: number;
}

/** A question of the server to the user. */
export interface ElicitationRequest {
  readonly message: string;
  /** JSON Schema of the answer. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** What the user says to it: an object is the answer. */
export type ElicitationAnswer = Readonly<Record<string, unknown>> | 'declined' | 'silent';

/** What a server may learn of its client, and ask it for. */
export interface McpDialog {
  /** Of every request, besides those of the driver, which win. */
  readonly headers: Readonly<Record<string, string>>;
  /** Addresses by name. */
  readonly roots: Readonly<Record<string, string>>;
  readonly readTimeoutMs: number;
  /** Absent: no model writes for the server. @throws AppError */
  readonly sample?: (request: SamplingRequest) => Promise<string>;
  /** Absent: the user is not asked. @throws NobodyToAsk, AppError */
  readonly elicit?: (request: ElicitationRequest) => Promise<ElicitationAnswer>;
}

/** How one call is made. */
export interface McpCallOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: McpProgress) => void;
}

/** An MCP server of a driver, for one module. Its connection opens with the first call, and ends with the run. */
export interface McpSource {
  /** Identifier of the driver. */
  readonly identifier: string;
  /** How the server is reached. */
  readonly transport: 'STDIO' | 'HTTP';
  /** Cached for some minutes. @throws AppError of the server */
  readonly tools: () => Promise<readonly McpTool[]>;
  /** None where the server has none. @throws AppError of the server */
  readonly prompts: () => Promise<readonly McpPrompt[]>;
  /** @throws AppError of the server; what the tool says is a result */
  readonly call: (
    name: string,
    given: Readonly<Record<string, unknown>>,
    options: McpCallOptions,
  ) => Promise<McpResult>;
  /** @throws AppError of the server */
  readonly prompt: (
    name: string,
    given: Readonly<Record<string, string>>,
    options: McpCallOptions,
  ) => Promise<McpResult>;
}
