import { type ErrorCode, type JsonSchema, type Policy, statusOf } from '@lectern/contracts/core';
import type { HttpOperation } from '../operation/http-operation';
import type { AnswerBook } from './answer-book';

/** When the edge itself refuses, by code. What an operation adds is in its `fails`. */
const texts: Partial<Record<ErrorCode, string>> = {
  bad_request: 'The request cannot be understood, or carries more than one credential.',
  unauthorized: 'The credential is missing, unknown or expired.',
  blocked: 'The account of the target is blocked for what the operation is for, or has reached a limit.',
  forbidden: 'The caller may not do this.',
  not_found: 'What the path names does not exist, or the caller may not know of it.',
  request_timeout: 'The body came too slowly.',
  too_large: 'The request is larger than the limit.',
  unsupported_media_type: 'The body is no form.',
  invalid_request: 'The request is not valid; `detail` lists every reason.',
  rate_limited: 'Too many requests; `Retry-After` says when to try again.',
  headers_too_large: 'The URL and the headers are larger than 16 KiB together.',
  internal: 'A fault of the server, which its log describes under the same request id.',
  unavailable: 'A part of the server cannot answer now; `Retry-After` says when to try again.',
  deadline_exceeded: 'The answer took too long.',
};

const always: readonly ErrorCode[] = [
  'bad_request',
  'unauthorized',
  'invalid_request',
  'rate_limited',
  'headers_too_large',
  'internal',
  'unavailable',
  'deadline_exceeded',
];
const ofBodies: readonly ErrorCode[] = ['request_timeout', 'too_large'];

/** Responses of every failure of an operation, by status. */
export function failuresOf(operation: HttpOperation, answers: AnswerBook): Readonly<Record<string, JsonSchema>> {
  const { refuses, fails } = operation;
  const own = refuses ? { ...fails, [refuses.code]: refuses.message } : (fails ?? {});
  const codes = [...new Set([...edgeFailures(operation), ...codesOf(own)])];
  const { refusalWrites, refusal, reply, refusalType = 'application/json' } = operation.http;
  const page = reply === 'html' && refusal ? { 'text/html': { schema: { type: 'string' } } } : {};
  const schema = refusalWrites && answers.refer(refusalWrites);
  const statuses = [...new Set(codes.map((code) => statusOf[code]))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const said = codes.filter((code) => statusOf[code] === status).flatMap((code) => own[code] ?? texts[code] ?? []);
      const headers = { ...ownHeaders(operation, status), ...pageHeaders(operation) };
      const described = failure(status, said.join(' '), { schema, page, type: refusalType });
      const hasOwn = Object.keys(headers).length > 0;
      return [
        String(status),
        hasOwn ? { ...described, headers: { ...Object(described['headers']), ...headers } } : described,
      ];
    }),
  );
}

function codesOf(fails: Partial<Record<ErrorCode, string>>): readonly ErrorCode[] {
  // The keys of a record of codes are codes.
  return Object.keys(fails) as ErrorCode[];
}

function edgeFailures({ http, policy, feature, body }: HttpOperation): readonly ErrorCode[] {
  const takesBody = body !== undefined || http.bodyKind === 'upload';
  return [
    ...always,
    ...(isForAll(policy) && !needsFormToken(http) ? [] : (['forbidden'] as const)),
    ...(feature === undefined ? [] : (['blocked'] as const)),
    ...(http.path.includes('{') ? (['not_found'] as const) : []),
    ...(takesBody ? ofBodies : []),
    ...(isForm(http) ? (['unsupported_media_type'] as const) : []),
  ];
}

function isForAll({ credentials, on }: Policy): boolean {
  return on === 'nothing' && credentials.includes('none');
}

function isForm({ bodyKind }: HttpOperation['http']): boolean {
  return bodyKind === 'form' || bodyKind === 'file-form';
}

function needsFormToken(http: HttpOperation['http']): boolean {
  return http.bodyKind === 'form' && http.takesForeignForms !== true;
}

const RETRY_AFTER = { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } };

/** Headers of a refusal, by status. */
const headersOf: Readonly<Record<number, JsonSchema>> = {
  401: { 'WWW-Authenticate': { schema: { type: 'string' }, description: 'Always `Bearer`' } },
  416: { 'Content-Range': { schema: { type: 'string' }, description: 'How many bytes there are, as `bytes */10`' } },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
  507: RETRY_AFTER,
};

const CHALLENGE = '`Bearer`, and as `resource_metadata` the address of the metadata that says where to get a token';

/** Headers of a refusal of this operation, where they are not those of all. */
function ownHeaders({ http, refuses }: HttpOperation, status: number): JsonSchema | undefined {
  const header = (description: string) => ({ schema: { type: 'string' }, description });
  if (status === statusOf.unauthorized && http.protectedResource) return { 'WWW-Authenticate': header(CHALLENGE) };
  if (!refuses?.headers || status !== statusOf[refuses.code]) return undefined;
  const always = Object.entries(refuses.headers).map(([name, value]) => [name, header(`Always \`${value}\``)]);
  return Object.fromEntries(always);
}

/** Headers of a page, which a refusal may be, too. */
function pageHeaders({ http: { reply, answerHeaders = {} } }: HttpOperation): JsonSchema {
  if (reply !== 'html') return {};
  const described = Object.entries(answerHeaders).map(([name, text]) => [
    name,
    { schema: { type: 'string' }, description: text },
  ]);
  return Object.fromEntries(described);
}

interface RefusalBody {
  /** Where it is not the usual one. */
  readonly schema: JsonSchema | undefined;
  /** What a browser gets, by media type. */
  readonly page: JsonSchema;
  /** Media type of everything else. */
  readonly type: string;
}

function failure(status: number, description: string, { schema: own, page, type }: RefusalBody): JsonSchema {
  const schema = own ?? { $ref: `#/components/schemas/${status === 422 ? 'Violations' : 'Refusal'}` };
  const headers = headersOf[status];
  return {
    description,
    ...(headers && { headers }),
    content: { ...page, [type]: { schema } },
  };
}

const violation = {
  type: 'object',
  description: 'One reason why a request is not valid',
  properties: {
    type: { type: 'string', description: 'Stable, such as `missing` or `string_too_long`' },
    loc: { type: 'array', items: { type: 'string' }, description: 'From body, query, path or header to the member' },
    msg: { type: 'string', description: 'For people' },
    input: { description: 'The value that was sent' },
    ctx: { type: 'object', description: 'Limits that the message names' },
  },
  required: ['type', 'loc', 'msg'],
};

export const failureSchemas = {
  Refusal: {
    type: 'object',
    description: 'Why a request was not carried out',
    properties: { detail: { description: 'A text; an object where clients need more of it' } },
    required: ['detail'],
  },
  Violation: violation,
  Violations: {
    type: 'object',
    description: 'Why a request is not valid',
    properties: {
      detail: {
        description: 'A text, or every reason',
        anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/components/schemas/Violation' } }],
      },
    },
    required: ['detail'],
  },
};
