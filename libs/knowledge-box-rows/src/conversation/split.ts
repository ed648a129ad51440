/** The id under which what is found in a message is stored: no field has a slash in its id. */
export function splitId(field: string, ident: string): string {
  return `${field}/${ident}`;
}

/** The id of the field that such an id, or the id of a field itself, is of. */
export function fieldOfSplit(id: string): string {
  const slash = id.indexOf('/');
  return slash < 0 ? id : id.slice(0, slash);
}

/** The ident in such an id; undefined for the id of a field. */
export function identOfSplit(id: string): string | undefined {
  const slash = id.indexOf('/');
  return slash < 0 ? undefined : id.slice(slash + 1);
}
