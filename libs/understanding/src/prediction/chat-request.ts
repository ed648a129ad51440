import { effortOf } from '@lectern/contracts/search';
import type { ChatRequest, RichMessage } from '@lectern/contracts/understanding';
import type { ContextEntry } from '@lectern/language';
import type { GenerationRequest, ImageInput, Turn } from '@lectern/models';

/** Prompt of a model for a request. @param context in the order for the model */
export function generationOf(
  request: ChatRequest,
  context: readonly ContextEntry[],
  model?: string,
): GenerationRequest {
  const { tools, user_prompt: user, json_schema: jsonSchema } = request;
  return {
    question: request.question,
    context,
    history: [...request.context, ...request.chat_history].map(turnOf),
    truncate: request.truncate,
    grounded: request.retrieval,
    system: request.system || undefined,
    user: user?.prompt || undefined,
    formatPrompt: request.format_prompt,
    citations: citationsOf(request),
    citationThreshold: request.citation_threshold ?? undefined,
    answerTokensMax: request.max_tokens ?? undefined,
    seed: request.seed ?? undefined,
    jsonSchema: jsonSchema ?? undefined,
    preferMarkdown: request.prefer_markdown,
    draws: request.image_generation,
    reasoning: effortOf(request.reasoning),
    images: imagesOf(request),
    tools: tools.map(({ description, ...tool }) => ({ ...tool, description: description ?? undefined })),
    toolChoice: toolChoiceOf(request),
    model,
  };
}

/** The question, or else the user's last turn. */
export function questionOf({ question, chat_history: history }: ChatRequest): string {
  if (question.trim() !== '') return question;
  return history.map(turnOf).findLast(({ author }) => author === 'USER')?.text ?? '';
}

function turnOf(message: RichMessage): Turn {
  const text = message.text || contentText(message.content);
  if (message.type === 'tool') {
    return { author: 'TOOL', text, callId: message.tool_call_id ?? '', name: message.name ?? undefined };
  }
  const isAnswer = message.type === 'assistant' || message.author === 'SVC';
  if (!isAnswer) return { author: 'USER', text };
  const toolCalls = message.tool_calls.map(({ id, function: called }) => ({
    id,
    name: called.name,
    arguments: called.arguments === undefined ? '{}' : contentText(called.arguments),
  }));
  return { author: 'ASSISTANT', text, ...(toolCalls.length > 0 && { toolCalls }) };
}

/** A text unchanged; any other value as JSON. */
function contentText(content: unknown): string {
  if (content === undefined || content === null) return '';
  return typeof content === 'string' ? content : JSON.stringify(content);
}

function citationsOf({ citations, json_schema: schema, tools }: ChatRequest): GenerationRequest['citations'] {
  if (schema || tools.length > 0) return 'none';
  if (typeof citations === 'string') return citations;
  return citations ? 'default' : 'none';
}

function toolChoiceOf({ tool_choice: { type, name } }: ChatRequest): GenerationRequest['toolChoice'] {
  return type === 'forced' ? { name: name ?? '' } : type;
}

function imagesOf({ query_context_images: images }: ChatRequest): ImageInput[] {
  return Object.values(images).map(({ content_type: contentType, b64encoded: base64 }) => ({ contentType, base64 }));
}
