import { IsString, MaxLength } from 'class-validator';

/** Characters of the word that a client calls itself by. */
export const CLIENT_CHARS_MAX = 256;
const DEFAULT_CLIENT = 'api';

/** Kind of client. */
export class ClientHeaders {
  /** Kind of the client, for the activity log: any word, such as `widget` or `web`. An empty one counts as `api`. */
  @IsString() @MaxLength(CLIENT_CHARS_MAX) 'x-kbdb-client': string = DEFAULT_CLIENT;
}

/** The kind of client that the headers of a request name. */
export function clientOf({ 'x-kbdb-client': client }: ClientHeaders): string {
  return client.trim() || DEFAULT_CLIENT;
}
