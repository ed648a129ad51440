import { AppError, messageOf } from '@lectern/contracts/core';

/**
 * Errors of the system or of concurrent writers, which do not indicate damaged files: a table must never be dropped
 * because of them. Errors of an unreadable disk (5) belong here, since that disk cannot be written either.
 */
const passing =
  /os error (1|4|5|11|12|13|23|24|28|30|103|104|110|122)\b|too many open files|no space left|disk quota|permission denied|input\/output error|out of memory|cannot allocate|resources exhausted|tim(ed?|e)[ -]?out|conflict|concurrent|cancel+ed|interrupted|connection/i;

/** LanceDB's errors for damaged or missing files; found by damaging each kind of file. */
const telling =
  /corrupt|failed to decode protobuf|does not appear to be a lance file|failed to fill whole buffer|file size is too small|invalid range \d+\.\.\d+ for object of size|outside (of )?(the )?(file|metadata)|not aligned to \d+ bytes|invalid direct \w+ encoding|not found: .*\.lance\//i;

/** Whether damaged files may be the cause: neither an error of the caller nor a transient one. */
export function isSuspicious(error: unknown): boolean {
  return !(error instanceof AppError) && !passing.test(messageOf(error));
}

/** Whether the error names damaged or missing files. Others, such as a panic, may have any cause. */
export function namesDamage(error: unknown): boolean {
  return isSuspicious(error) && telling.test(messageOf(error));
}
