import { AppError, type ErrorCode } from '../core/errors';
import type { HttpAnswer, HttpBinding } from '../core/http-binding';
import { memberNamed } from '../core/foreign-value';
import type { Policy } from '../core/operation';
import { scimSchema } from './scim-schema';

/** Media type of SCIM. */
export const SCIM_MEDIA_TYPE = 'application/scim+json';
/** Path of the service of an account. */
export const SCIM_PATH = '/api/v1/account/{account}/scim/v2';

/** Kinds of refusals that clients distinguish (RFC 7644, section 3.12). */
export type ScimErrorType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness';

/** A refusal, as SCIM writes it. */
export class ScimRefusal {
  /** Id of the schema of refusals. */
  schemas!: readonly string[];
  /** Status of the answer, as text. */
  status!: string;
  /** What is wrong, for programs. */
  scimType?: ScimErrorType;
  /** What is wrong, for people. */
  detail!: string;
}

/** A refusal with a kind that clients distinguish. */
export function scimError(scimType: ScimErrorType, message: string, code: ErrorCode = 'bad_request'): AppError {
  return new AppError(code, message, { detail: { scimType } });
}

/** Pure. Any refusal in the envelope of SCIM; a request that is not valid is 400 there. */
export function scimRefusal({ code, message, status, details }: AppError): HttpAnswer {
  const isInvalid = code === 'invalid_request';
  const written = isInvalid ? 400 : status;
  const scimType = isInvalid ? kindOf(details.detail) : memberNamed(details.detail, 'scimType');
  const body = {
    schemas: [scimSchema.error],
    status: String(written),
    ...(typeof scimType === 'string' && { scimType }),
    detail: message,
  };
  return { status: written, headers: { 'content-type': SCIM_MEDIA_TYPE }, body };
}

function kindOf(violations: unknown): ScimErrorType {
  const first: unknown = Array.isArray(violations) ? violations[0] : undefined;
  return memberNamed(first, 'type') === 'json_invalid' ? 'invalidSyntax' : 'invalidValue';
}

/** Pure. An answer with the media type of SCIM. */
export function scimAnswer(body: object): HttpAnswer {
  return { headers: { 'content-type': SCIM_MEDIA_TYPE }, body };
}

/** Pure. The answer to the creation of a resource, with its address. */
export function scimCreated(body: { readonly meta?: { readonly location: string } }): HttpAnswer {
  const location = body.meta && URL.parse(body.meta.location)?.pathname;
  return { headers: { 'content-type': SCIM_MEDIA_TYPE, ...(location !== undefined && { Location: location }) }, body };
}

/** Binding of every operation of SCIM. */
export const scimHttp = {
  host: 'accounts',
  contentType: SCIM_MEDIA_TYPE,
  tellsOrigin: true,
  refusal: scimRefusal,
  refusalWrites: ScimRefusal,
  refusalType: SCIM_MEDIA_TYPE,
} as const satisfies Partial<HttpBinding>;

/** Tokens that owners of the account make for their identity provider. */
export const scimPolicy: Policy = { credentials: ['scim'], role: 'any', on: 'account' };
