import type {
  CallToolResult,
  ElicitRequestFormParams,
  GetPromptResult,
  Prompt,
  Resource,
  ResourceTemplate,
  Tool,
} from '@modelcontextprotocol/sdk/types.js';

/** A call of a tool. */
export interface ToolCall {
  readonly args: Readonly<Record<string, unknown>>;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
  /** Says how the call proceeds, to callers that want to know. */
  readonly report: (message: string) => Promise<void>;
  /** Id of the request, as the client chose it. */
  readonly id: string | number;
  /** Asks the user of the client; the answer is a message of its own, which names the question. */
  readonly elicit: (id: string, question: ElicitRequestFormParams) => Promise<void>;
  /** Withdraws such a question. */
  readonly withdraw: (id: string) => Promise<void>;
}

/** A tool of a server, as it is listed, and its work. */
export interface OfferedTool {
  readonly listed: Tool;
  /** @throws AppError, which the caller gets as a failed result; after `cancelled` it gets none */
  readonly call: (call: ToolCall) => Promise<CallToolResult>;
}

/** A page of a list, and where the next one begins. */
export interface OfferedPage<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/** Documents that a server shows. */
export interface OfferedResources {
  /** @throws AppError `bad_request` for a cursor that it did not give */
  readonly list: (cursor: string | undefined) => Promise<OfferedPage<Resource>>;
  readonly templates: readonly ResourceTemplate[];
  /** @throws AppError `not_found` */
  readonly read: (uri: string) => Promise<string>;
}

/** A prompt of a server, as it is listed, and what it says. */
export interface OfferedPrompt {
  readonly listed: Prompt;
  /** @throws AppError `bad_request` when an argument is missing */
  readonly get: (args: Readonly<Record<string, string>>) => GetPromptResult;
}

/** What a server of the protocol offers to one caller. */
export interface McpOffer {
  readonly name: string;
  readonly title?: string;
  /** How a model uses the server. */
  readonly instructions: string;
  readonly tools: () => Promise<readonly OfferedTool[]>;
  readonly resources: OfferedResources;
  /** Absent: the server has no prompts. */
  readonly prompts?: () => Promise<readonly OfferedPrompt[]>;
}
