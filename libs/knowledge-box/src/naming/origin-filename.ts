import { FILENAME_CHARS_MAX, OriginPayload, type ResourceOrigin } from '@lectern/contracts/knowledge-box';
import { isRandomName } from '@lectern/intake';
import type { NewField } from '@lectern/resource-store';
import { lookup } from 'mime-types';
import { unquoted } from './resource-title';

type Named = Pick<NewField, 'letter' | 'id' | 'value'>;

/**
 * The file name as users know it: that of the first file, else that of the first link to a file. Undefined if no field
 * has one; generated names do not count.
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

/** Adds the file name to an origin unless the caller gave one. */
export function withFilename(origin: ResourceOrigin | null, filename: string | undefined): ResourceOrigin | null {
  if (filename === undefined || origin?.filename) return origin;
  return { ...(origin ?? storedOrigin(new OriginPayload())), filename };
}

/** The last part of an address if it names a file and not a page. */
function addressedFile(uri: string): string | undefined {
  if (!URL.canParse(uri)) return undefined;
  const name = new URL(uri).pathname.split('/').at(-1) ?? '';
  const type = lookup(name);
  return type && type !== 'text/html' && type !== 'application/xhtml+xml' && !SCRIPT.test(name) ? name : undefined;
}

/** Extensions of programs that return pages. */
const SCRIPT = /\.(php\d?|aspx?|jsp|cgi|do)$/i;

/** The stored form. */
export function storedOrigin(origin: OriginPayload): ResourceOrigin {
  const given = Object.fromEntries(Object.entries(origin).filter(([, value]) => value !== null && value !== undefined));
  return { metadata: {}, tags: [], collaborators: [], related: [], ...given, source: 'API' };
}
