/** An operation by another of its doors: the table that a browser gets has the paths of the first one only. */
export function atDoor<O extends { readonly http?: object | undefined }>(operation: O, path: string): O {
  return { ...operation, http: { ...operation.http, path }, doors: [] };
}
