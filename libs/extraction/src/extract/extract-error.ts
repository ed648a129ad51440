import type { FieldProblem } from './document';

/** Why a field has no text. Its message is shown to the uploader: it names the problem and a remedy. */
export class ExtractError extends Error {
  override readonly name = 'ExtractError';

  constructor(
    message: string,
    readonly severity: FieldProblem['severity'] = 'ERROR',
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }

  toProblem(): FieldProblem {
    return extractProblem(this.message, this.severity);
  }
}

export function extractProblem(body: string, severity: FieldProblem['severity']): FieldProblem {
  return { body, code: 1, severity };
}

/** The first line of a foreign error, short enough to be shown; for an exhausted stack, what exhausts it. */
export function foreignReason(error: unknown): string {
  if (isStackExhausted(error)) return 'it is nested too deeply';
  const text = error instanceof Error ? error.message : String(error);
  if (SLIP.test(text)) return 'its parts do not fit together';
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > REASON_CHARS_MAX ? `${line.slice(0, REASON_CHARS_MAX)}…` : line;
}

/** A file that cannot be read, and what helps: to save it again does only where nothing of it is missing. */
export function unreadable(noun: string, error: unknown): ExtractError {
  if (error instanceof ExtractError) return error;
  // Names of libraries say nothing to uploaders.
  const text = `The ${noun} ${problemText(error)}`.replace(/\[\w+\]: /, '');
  return new ExtractError(text, 'ERROR', { cause: error });
}

function problemText(error: unknown): string {
  if (isStackExhausted(error)) return 'is nested too deeply to be read: export it as PDF, in parts if it is one';
  const text = error instanceof Error ? error.message : String(error);
  if (TOO_MUCH.test(text)) return 'needs more memory than it may have: split it';
  if (CUT.test(text)) return `is damaged or was not sent whole (${foreignReason(error)}): send it again`;
  return `is damaged (${foreignReason(error)}): save it again`;
}

export function fileTooLarge(bytesMax: number): ExtractError {
  return new ExtractError(`The file is larger than ${Math.floor(bytesMax / 1_048_576)} MiB, which is the limit`);
}

/** Whether a parser that calls itself met mark-up that is nested too deeply for it. */
export function isStackExhausted(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

/** The code of a foreign error, such as `ERR_BUFFER_TOO_LARGE`. */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
}

const REASON_CHARS_MAX = 200;
/** Messages of the runtime and libraries about a file that exceeds their capacity. */
const TOO_MUCH =
  /allocation failed|buffer too large|ERR_BUFFER_TOO_LARGE|larger than \d+ bytes|string longer|Invalid array length/i;
/** Messages of libraries and our readers about a file whose end, or a required part, is missing. */
const CUT =
  /unexpected (end|eof)|truncated|not complete|end of (the )?(file|data|central|stream)|too short|\bno (content|message|text|slides)|invalid pdf structure|is empty|(missing|cannot find|can't find|could not find|unsupported zip|not a (zip|valid))/i;
/** Messages of the runtime where a library fails on a damaged file. */
const SLIP =
  /^(Cannot (read|set) prop|Cannot (destructure|convert)|Invalid (typed array|array|string|DataView) length|Invalid count value)|outside the bounds|out of (bounds|range)|is not (a function|iterable|defined|an object|extensible)\b|^The (first |"\w+" )?argument|\bundefined$/;
