import type {
  CompletionMessage,
  CompletionPart,
  CompletionRequest,
  CompletionToolCall,
} from '@lectern/contracts/understanding';
import type { GenerationRequest, ImageInput, ToolCall, Turn } from '@lectern/models';

/** Prompt of a model for a conversation. @param tokensMax of the answer, regardless of the request */
export function generationOfCompletion(request: CompletionRequest, tokensMax = Infinity): GenerationRequest {
  const leading = request.messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  const start = leading < 0 ? request.messages.length : leading;
  const turns = request.messages.slice(start).map(turnOf);
  const last = turns.at(-1);
  const asks = last?.author === 'USER' ? last : undefined;
  return {
    question: asks?.text ?? '',
    images: asks?.images,
    history: asks ? turns.slice(0, -1) : turns,
    context: [],
    citations: 'none',
    grounded: false,
    system: request.messages
      .slice(0, start)
      .map(({ content }) => contentText(content))
      .join('\n\n'),
    truncate: request.truncate,
    answerTokensMax: answerTokensMaxOf(request, tokensMax),
    seed: request.seed ?? undefined,
    jsonSchema: schemaOf(request),
    reasoning: request.reasoning_effort ?? undefined,
    sampling: samplingOf(request),
    ...(request.logprobs && { likeliestTokens: request.top_logprobs ?? 0 }),
    ...toolsOf(request),
    model: request.model ?? undefined,
  };
}

/** The question: the last message of the user. */
export function questionIn({ question, history }: GenerationRequest): string {
  return question || (history.findLast(({ author }) => author === 'USER')?.text ?? '');
}

/** Media types of its non-text content. */
export function attachedTypes({ messages }: CompletionRequest): readonly string[] {
  return [...new Set(messages.flatMap(({ content }) => attachmentsIn(content).map((one) => one.contentType)))];
}

function turnOf(message: CompletionMessage): Turn {
  const { role, name } = message;
  const text = contentText(message.content);
  switch (role) {
    case 'system':
    case 'developer':
      return { author: 'SYSTEM', text };
    case 'user': {
      const images = attachmentsIn(message.content);
      return { author: 'USER', text, ...(images.length > 0 && { images }) };
    }
    case 'assistant': {
      const toolCalls = callsOf(message);
      return { author: 'ASSISTANT', text, ...(toolCalls.length > 0 && { toolCalls }) };
    }
    case 'tool':
      return { author: 'TOOL', text, callId: message.tool_call_id ?? '', name: name ?? undefined };
    case 'function':
      return { author: 'TOOL', text, callId: name ?? '', name: name ?? undefined };
  }
}

/** The older form of a call has no id; call and result are matched by the name of the function. */
function callsOf({ tool_calls: calls, function_call: call }: CompletionMessage): ToolCall[] {
  const older: CompletionToolCall[] = call ? [{ id: call.name, type: 'function', function: call }] : [];
  return [...calls, ...older].map(({ id, function: called }) => ({ id, ...called }));
}

function contentText(content: CompletionMessage['content']): string {
  if (!Array.isArray(content)) return content ?? '';
  return content.flatMap(textOfPart).join('\n');
}

function textOfPart(part: CompletionPart): string[] {
  if (part.type === 'text') return [part.text];
  return part.type === 'refusal' ? [part.refusal] : [];
}

function attachmentsIn(content: CompletionMessage['content']): ImageInput[] {
  return Array.isArray(content) ? content.flatMap(attachmentOf) : [];
}

function attachmentOf(part: CompletionPart): ImageInput[] {
  switch (part.type) {
    case 'image_url':
      return [imageOfUrl(part.image_url.url)];
    case 'input_audio': {
      const { data: base64, format } = part.input_audio;
      return [{ contentType: format === 'wav' ? 'audio/wav' : 'audio/mpeg', base64 }];
    }
    case 'file': {
      const { file_data: url, filename } = part.file;
      return [{ ...imageOfUrl(url), ...(filename && { filename }) }];
    }
    default:
      return [];
  }
}

function imageOfUrl(url: string): ImageInput {
  const [head = '', base64 = ''] = url.split(',', 2);
  return { contentType: head.slice('data:'.length).split(';')[0] ?? '', base64 };
}

function answerTokensMaxOf({ max_tokens, max_completion_tokens }: CompletionRequest, tokensMax: number) {
  const least = Math.min(tokensMax, max_completion_tokens ?? max_tokens ?? Infinity);
  return least === Infinity ? undefined : least;
}

/** Normalises to function style; an empty schema allows any object. */
function schemaOf({ json_schema: short, response_format: format }: CompletionRequest): object | undefined {
  if (format?.type === 'json_object') return {};
  if (format?.type !== 'json_schema') return short ?? undefined;
  const { name, description, schema } = format.json_schema;
  if (!schema) return {};
  return { name, ...(description && { description }), parameters: schema };
}

function samplingOf({ temperature, top_p, stop, ...request }: CompletionRequest): GenerationRequest['sampling'] {
  return {
    temperature: temperature ?? undefined,
    topP: top_p ?? undefined,
    frequencyPenalty: request.frequency_penalty ?? undefined,
    presencePenalty: request.presence_penalty ?? undefined,
    stop: typeof stop === 'string' ? [stop] : (stop ?? undefined),
  };
}

function toolsOf(request: CompletionRequest): Pick<GenerationRequest, 'tools' | 'toolChoice' | 'parallelToolCalls'> {
  const { tool_choice: choice } = request;
  const allowed = typeof choice === 'object' && choice?.type === 'allowed_tools' ? choice.allowed_tools : undefined;
  const names = allowed && new Set(allowed.tools.map((tool) => tool.function.name));
  const tools = request.tools
    .map((tool) => tool.function)
    .filter(({ name }) => !names || names.has(name))
    .map(({ name, description, parameters, strict }) => ({
      name,
      description: description ?? undefined,
      parameters,
      strict: strict ?? undefined,
    }));
  return {
    tools,
    toolChoice: allowed?.mode ?? toolChoiceOf(choice),
    parallelToolCalls: request.parallel_tool_calls ?? undefined,
  };
}

function toolChoiceOf(choice: CompletionRequest['tool_choice']): GenerationRequest['toolChoice'] {
  if (typeof choice === 'string') return choice;
  return choice?.type === 'function' ? { name: choice.function.name } : 'auto';
}
