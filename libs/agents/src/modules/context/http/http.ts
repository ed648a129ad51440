import type { HttpConfig } from '@lectern/contracts/agents';
import { AppError, JsonStructure } from '@lectern/contracts/core';
import { secretsSent, withoutSentSecrets } from '@lectern/egress';
import type { ContextType, FoundContext, ModuleRun } from '../../../engine/module-run';
import { textContext } from '../../text-context';

const ANSWER_BYTES_MAX = 1024 ** 2;
const QUESTION_CHARS_MAX = 20_000;
/** Longer JSON is shown as it is. */
const PRETTY_CHARS_MAX = 100_000;
/** What is shown as data. */
const bounds = { nodesMax: 100_000, depthMax: 64 };

/** Calls an address, whose answer is the context. */
export const http: ContextType<HttpConfig> = {
  name: 'http',
  title: 'Call an address',
  description: 'Calls an address on the public internet, and answers from what it returns.',
  run: async (config, question, run) => {
    const found = await called(config, question.text, run);
    return { contexts: found.chunks.length > 0 ? [found] : [], value: `${config.method} ${new URL(config.url).host}` };
  },
  functions: (config) => [
    {
      name: 'http_request',
      description: `Calls ${new URL(config.url).host} with a question, and returns the answer.`,
      parameters: {
        type: 'object',
        properties: { question: { type: 'string', minLength: 1, maxLength: QUESTION_CHARS_MAX } },
        required: ['question'],
        additionalProperties: false,
      },
      run: async ({ question }, _asked, run) => {
        const found = await called(config, String(question), run);
        return { items: found.chunks.map(({ text }) => text), contexts: [found] };
      },
    },
  ],
};

/** @throws AppError `invalid_request` for an address that may not be called, `unavailable`, `too_large` */
async function called(config: HttpConfig, question: string, { web, signal }: ModuleRun): Promise<FoundContext> {
  const { method, timeout, question_query_param: parameter, question_post_field: field } = config;
  const headers = config.headers ?? {};
  const target = new URL(config.url);
  if (parameter) target.searchParams.set(parameter, question);
  const body = method === 'POST' ? JSON.stringify(field ? { [field]: question } : {}) : undefined;
  const response = await web.fetch(target, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
    timeoutMs: timeout * 1_000,
    sizeBytesMax: ANSWER_BYTES_MAX,
    signal,
  });
  if (!response.isOk) {
    response.discard();
    throw new AppError('unavailable', `${target.host} answered with the status ${response.status}`);
  }
  const text = withoutSentSecrets(await response.text(), secretsSent(headers, config.url));
  const object = parsed(text);
  const isPretty = object !== undefined && text.length <= PRETTY_CHARS_MAX;
  const shown = isPretty ? JSON.stringify(object, null, 1) : text;
  // Parameters of a configured address may be keys.
  const address = `${target.origin}${target.pathname}`;
  const chunk = textContext({ id: address, text: shown, title: target.host, url: address });
  return { chunks: shown.trim() === '' ? [] : [chunk], ...(object !== undefined && { json_objects: [object] }) };
}

/** The value of a JSON text; undefined for other texts, and for what is too deep or has too many values. */
function parsed(text: string): unknown {
  if (new JsonStructure(bounds).add(Buffer.from(text)) !== undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
