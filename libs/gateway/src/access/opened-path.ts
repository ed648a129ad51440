/** A token made for one path opens that path, below which version it was named. */
export function opensPath(allowed: string, path: string): boolean {
  const named = allowed.startsWith('/') ? allowed : `/${allowed}`;
  const below = `${path}/`;
  return [named, `/api/v1${named}`].some((opened) => below.startsWith(opened.endsWith('/') ? opened : `${opened}/`));
}
