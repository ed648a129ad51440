const CHARS_MAX = 60;

/** A name for addresses that resembles a title: `Año 2026` is `ano-2026`. Empty where the title has no such letters. */
export function slugOf(title: string): string {
  const letters = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return letters
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, CHARS_MAX)
    .replace(/^-+|-+$/g, '');
}
