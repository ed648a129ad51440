/**
 * Path and query of a call.
 *
 * @param template of the operation: `/api/v1/kb/{kbid}/resource/{rid}`; `{path*}` keeps its slashes
 * @throws Error naming a parameter of the path that is not given
 */
export function requestUrl(template: string, params: object = {}, query: object = {}): string {
  const path = template.replace(/\{(\w+)(\*?)\}/g, (_, name: string, rest: string) => {
    const value: unknown = Reflect.get(params, name);
    if (value === undefined || value === null || value === '') throw new Error(`${template} needs ${name}`);
    const text = String(value);
    return rest ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // Lists are repeated parameters; undefined values are not sent.
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, parameterText(one));
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

function parameterText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
