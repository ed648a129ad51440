import { FILENAME_CHARS_MAX, OriginPayload, type ResourceOrigin } from '@lectern/contracts/knowledge-box';
import { isRandomName } from '@lectern/intake';
import type { NewField } from '@lectern/knowledge-box-rows';
import { lookup } from 'mime-types';
import { unquoted } from './resource-title';

type Named = Pick<NewField, 'letter' | 'id' | 'value'>;

/**
 * The name of the original as people know it: that of the first file, else that of the first link to a file. Undefined
 * when no field has one; a name that the server made up is none.
 */
export function filenameIn(fields: readonly Named[]): string | undefined {
  const files = fields.flatMap(({ value }) => (typeof value === 'object' && 'file' in value ? [value.file] : []));
  const links = fields.flatMap(({ letter, value }) =>
    letter === 'u' && typeof value === 'object' && 'uri' in value ? [value.uri] : [],
  );
  const [name] = [
    ...files.map(({ filename, uri }) => (filename && !isRandomName(filename) ? filename : addressedFile(uri))),
    ...links.map(addressedFile),
  ].filter((found) => found !== undefined);
  return name === undefined ? undefined : unquoted(name).slice(0, FILENAME_CHARS_MAX);
}

/** An origin with the name of its file; one that a caller gave stays. */
export function withFilename(origin: ResourceOrigin | null, filename: string | undefined): ResourceOrigin | null {
  if (filename === undefined || origin?.filename) return origin;
  return { ...(origin ?? storedOrigin(new OriginPayload())), filename };
}

/** What an address ends with, where that is the name of a file and not of a page. */
function addressedFile(uri: string): string | undefined {
  if (!URL.canParse(uri)) return undefined;
  const name = new URL(uri).pathname.split('/').at(-1) ?? '';
  const type = lookup(name);
  return type && type !== 'text/html' && type !== 'application/xhtml+xml' && !SCRIPT.test(name) ? name : undefined;
}

/** Programs that answer with pages. */
const SCRIPT = /\.(php\d?|aspx?|jsp|cgi|do)$/i;

/** As rows have it. */
export function storedOrigin(origin: OriginPayload): ResourceOrigin {
  const given = Object.fromEntries(Object.entries(origin).filter(([, value]) => value !== null && value !== undefined));
  return { metadata: {}, tags: [], collaborators: [], related: [], ...given, source: 'API' };
}
