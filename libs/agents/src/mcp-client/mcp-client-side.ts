import { AppError } from '@lectern/contracts/core';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { SamplingMessage } from '@modelcontextprotocol/sdk/types.js';
import type { McpDialog } from '../engine/mcp-source';
import { visible } from './mcp-contents';

/** Texts that one connection asks a model for. */
const SAMPLES_MAX = 5;
/** Questions that one connection asks the user. */
const ELICITATIONS_MAX = 10;
const MESSAGES_MAX = 50;
const SAMPLING_CHARS_MAX = 50_000;
const SAMPLING_TOKENS_MAX = 2_000;
const MESSAGE_CHARS_MAX = 2_000;
const SCHEMA_CHARS_MAX = 20_000;
/** Codes of the protocol. */
const INVALID_PARAMS = -32_602;
const SERVER_ERROR = -32_000;

type Types = typeof import('@modelcontextprotocol/sdk/types.js');

/** How a connection answers its server. */
export interface ClientSide {
  readonly dialog: McpDialog;
  /** Counts a request. @throws AppError */
  readonly admit: () => void;
  /** A request was refused for this reason. */
  readonly refused: (error: unknown) => void;
}

/** Answers what a server asks of its client: for addresses, for texts of a model, for answers of the user. */
export function clientRequestsOf(client: Client, types: Types, { dialog, admit, refused }: ClientSide): void {
  const { roots, sample, elicit } = dialog;
  const limits = { samples: SAMPLES_MAX, elicitations: ELICITATIONS_MAX };
  const answering = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      admit();
      return await work();
    } catch (error) {
      refused(error);
      if (error instanceof types.McpError) throw error;
      // The server learns no more.
      throw new types.McpError(SERVER_ERROR, error instanceof AppError ? error.code : 'failed');
    }
  };
  if (Object.keys(roots).length > 0)
    client.setRequestHandler(types.ListRootsRequestSchema, () =>
      answering(async () => ({ roots: Object.entries(roots).map(([name, uri]) => ({ name, uri })) })),
    );
  if (sample)
    client.setRequestHandler(types.CreateMessageRequestSchema, ({ params }) =>
      answering(async () => {
        if (--limits.samples < 0) throw new types.McpError(SERVER_ERROR, 'Too many requests for texts');
        const messages = params.messages.slice(-MESSAGES_MAX).map(failureMessageOf);
        const instructions = params.systemPrompt ?? '';
        const chars = messages.reduce((sum, { text }) => sum + text.length, instructions.length);
        if (chars > SAMPLING_CHARS_MAX || messages.length === 0)
          throw new types.McpError(
            INVALID_PARAMS,
            `The messages are texts of at most ${SAMPLING_CHARS_MAX} characters`,
          );
        const tokensMax = Math.min(params.maxTokens, SAMPLING_TOKENS_MAX);
        const text = await sample({ messages, instructions, tokensMax });
        const content = { type: 'text' as const, text };
        return { role: 'assistant' as const, content, model: 'lectern', stopReason: 'endTurn' as const };
      }),
    );
  if (elicit)
    client.setRequestHandler(types.ElicitRequestSchema, ({ params }) =>
      answering(async () => {
        if (--limits.elicitations < 0) throw new types.McpError(SERVER_ERROR, 'Too many questions to the user');
        const schema = 'requestedSchema' in params ? params.requestedSchema : undefined;
        if (!schema || JSON.stringify(schema).length > SCHEMA_CHARS_MAX)
          throw new types.McpError(INVALID_PARAMS, 'The schema of the answer is too long');
        const answer = await elicit({ message: visible(params.message, MESSAGE_CHARS_MAX), schema: { ...schema } });
        if (typeof answer === 'string') return { action: answer === 'silent' ? 'cancel' : 'decline' };
        // The user answers to the schema, whose values are those of the protocol.
        return { action: 'accept', content: answer as Record<string, string | number | boolean> };
      }),
    );
}

function failureMessageOf({ role, content }: SamplingMessage): {
  readonly role: 'user' | 'assistant';
  readonly text: string;
} {
  const parts = Array.isArray(content) ? content : [content];
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return { role, text: texts.join('\n') };
}
