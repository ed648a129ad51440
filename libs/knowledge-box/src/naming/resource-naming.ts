import { FILENAME_CHARS_MAX, OriginPayload, type ResourceOrigin } from '@lectern/contracts/knowledge-box';
import { isRandomName } from '@lectern/intake';
import type { NewField } from '@lectern/resource-store';
import { lookup } from 'mime-types';

/** Data from which a resource's title can be derived. */
export interface Naming {
  readonly title?: string | null;
  readonly slug?: string | null;
  /** Addresses of the resource's links. */
  readonly uris: readonly string[];
  readonly filenames: readonly string[];
}

/**
 * The title of a new resource: the given one, else the address of the first link, the name of the first file, the slug
 * or the id. A derived title is provisional and may be replaced by one found in the content.
 */
export function initialTitle(
  { title, slug, uris, filenames }: Naming,
  rid: string,
): { title: string; provisional: boolean } {
  const names = filenames.filter((name) => name !== '').map(unquoted);
  if (title) return { title, provisional: title === rid || /^https?:/.test(title) || names.includes(title) };
  return { title: uris[0] ?? names[0] ?? slug ?? rid, provisional: true };
}

/** `a%20b.pdf` → `a b.pdf`; names that are not percent-encoded are unchanged. */
export function unquoted(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

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
