import { AppError, invalidRequest } from '@lectern/contracts/core';

export function wrongType(loc: readonly string[], input: unknown, expected: string): AppError {
  if (input === undefined) return invalidRequest([{ type: 'missing', loc, msg: 'Field required', input: null }]);
  return invalidRequest([{ type: 'value_error', loc, msg: `Value error, Input should be a valid ${expected}`, input }]);
}

/** A condition whose members do not go together. */
export function brokenCondition(loc: readonly string[], input: unknown, reason: string): AppError {
  return invalidRequest([{ type: 'value_error', loc, msg: `Value error, ${reason}`, input }]);
}

export function unknownFilterTag(loc: readonly string[], input: unknown, tags: readonly string[]): AppError {
  const expected = tags.map((tag) => `'${tag}'`).join(', ');
  const msg = `Input tag does not match any of the expected tags: ${expected}`;
  return invalidRequest([{ type: 'union_tag_invalid', loc, msg, input, ctx: { expected_tags: expected } }]);
}

/** @throws AppError when there is a member that does not belong there */
export function extraForbidden(
  value: Record<string, unknown>,
  members: readonly string[],
  loc: readonly string[],
): void {
  const extra = Object.keys(value).filter((member) => !members.includes(member));
  if (extra.length === 0) return;
  throw invalidRequest(
    extra.map((member) => ({
      type: 'extra_forbidden',
      loc: [...loc, member],
      msg: 'Extra inputs are not permitted',
      input: value[member],
    })),
  );
}

/** Violations of a request by body, translated to the equivalent query parameters. */
export async function byQueryParameters<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    throw placed(error, ['query']);
  }
}

/** The error with other locations instead of the body: those where the caller sent the values. */
export function placed(error: unknown, at: readonly string[]): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_request') return error;
  const { detail } = error.details;
  if (!Array.isArray(detail)) return error;
  return invalidRequest(
    detail.map((one) => (one.loc[0] === 'body' ? { ...one, loc: [...at, ...one.loc.slice(1)] } : one)),
  );
}
