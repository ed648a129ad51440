/** An event in another service that becomes a row of activity. Absent members become null there. */
export class ActivityRecord {
  /** Id of the knowledge box. */
  kbid!: string;
  /** Kind of the row. */
  event_type!: 'ask' | 'visited';
  /** When it began. */
  date!: Date;
  /** Who did it. */
  user_id!: string | null;
  /** Kind of the credential. */
  user_type!: string;
  /** Kind of the client. */
  client_type!: string;
  /** Milliseconds from first to last. */
  total_duration?: number;
  /** Texts of the caller. */
  audit_metadata?: Readonly<Record<string, string>> | null;
  /** Id of the resource. */
  resource_id?: string;
  /** The question. */
  question?: string;
  /** Chat history, oldest first. */
  chat_history?: readonly { readonly author: string; readonly text: string }[];
  /** Paragraphs that were read, best first. */
  retrieved_context?: readonly { readonly text_block_id: string }[];
  /** The answer. */
  answer?: string | null;
  /** The reasoning of the model. */
  reasoning?: string | null;
  /** Id of the answer. */
  learning_id?: string;
  /** The model that answered. */
  model?: string;
  /** Code of how the answer ended. */
  status?: number;
  /** Thousands of tokens. */
  svc_tokens?: number;
  /** Tokens in detail. */
  token_details?: object;
  /** Milliseconds to the first piece of the answer. */
  generative_answer_first_chunk_time?: number;
  /** Milliseconds to the first piece of what the model thought. */
  generative_reasoning_first_chunk_time?: number;
  /** Milliseconds to the end of the answer. */
  generative_answer_time?: number;
}
