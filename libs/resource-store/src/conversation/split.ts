/** The id under which the results of a message are stored; field ids contain no slash. */
export function splitId(field: string, ident: string): string {
  return `${field}/${ident}`;
}

/** The id of the field in such an id, or the id itself if it is that of a field. */
export function fieldOfSplit(id: string): string {
  const slash = id.indexOf('/');
  return slash < 0 ? id : id.slice(0, slash);
}

/** The ident in such an id; undefined for the id of a field. */
export function identOfSplit(id: string): string | undefined {
  const slash = id.indexOf('/');
  return slash < 0 ? undefined : id.slice(slash + 1);
}
