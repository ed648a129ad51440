import { type Principal, validate } from '@lectern/contracts/core';
import { IsString, Matches, MaxLength } from 'class-validator';

const HEADER = 'x-kbdb-user';
export const LABEL_CHARS_MAX = 256;

class LabelHeader {
  @IsString() @MaxLength(LABEL_CHARS_MAX) @Matches(/^\P{Cc}*$/u) [HEADER]: string = '';
}

/**
 * Name that a caller chooses for logs of changes; a user who chooses nothing is named by id.
 *
 * @param headers under their canonical names
 * @throws AppError `invalid_request` for a label of more than 256 characters, or with control characters
 */
export function labelOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  { kind, id }: Pick<Principal, 'kind' | 'id'>,
): string | undefined {
  const sent = [headers[HEADER] ?? ''].flat().join(', ');
  const { [HEADER]: label } = validate(LabelHeader, { [HEADER]: decoded(sent).trim() }, ['header']);
  if (label !== '') return label;
  return kind === 'user' || kind === 'pat' ? id : undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Node reads headers as Latin-1, though most clients send UTF-8. */
function decoded(header: string): string {
  if (!/[\x80-\xff]/.test(header)) return header;
  try {
    return utf8.decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}
