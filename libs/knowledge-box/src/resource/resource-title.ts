import type { FileFieldPayload, LinkFieldPayload } from '@lectern/contracts';

interface Naming {
  readonly title?: string | null;
  readonly slug?: string | null;
  readonly links: Readonly<Record<string, LinkFieldPayload>>;
  readonly files: Readonly<Record<string, FileFieldPayload>>;
}

/**
 * The title of a new resource: as given, else the first link's address, the first file's name, the slug, the id.
 * A title that nobody chose is provisional: one found in the content may replace it.
 */
export function initialTitle(naming: Naming, rid: string): { title: string; provisional: boolean } {
  if (naming.title) return { title: naming.title, provisional: false };
  const uri = Object.values(naming.links)[0]?.uri;
  const filename = Object.values(naming.files).find(({ file }) => file.filename)?.file.filename;
  return { title: uri ?? (filename && unquoted(filename)) ?? naming.slug ?? rid, provisional: true };
}

/** `a%20b.pdf` → `a b.pdf`; what is not percent-encoded stays. */
export function unquoted(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
