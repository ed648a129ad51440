import type { HttpBinding } from './http-binding';

/** One path of a door of an operation. */
export interface Endpoint {
  /** As declared, parameters in braces. */
  readonly path: string;
  /** Name of the door at its main path, else with what tells the path apart: `kb.resource.get-by-slug`. */
  readonly id: string;
  /** Name of the door, which is that of the operation at the first one. */
  readonly door: string;
  /** Distinguishes the path from the main one, such as `by slug`; absent at the main path. */
  readonly distinction?: string;
}

interface Located {
  readonly name: string;
  readonly http?: Pick<HttpBinding, 'path'>;
}

/** Every path of an operation, the main one first, door by door; none when only services call it. */
export function endpointsOf({
  doors = [],
  ...first
}: Located & { readonly doors?: readonly Located[] }): readonly Endpoint[] {
  return [first, ...doors].flatMap(pathsOf);
}

function pathsOf({ name: door, http }: Located): readonly Endpoint[] {
  const [main, ...others] = [http?.path ?? []].flat();
  if (main === undefined) return [];
  const apart = others.map((path) => {
    const words = ['by', ...wordsApart(path, main)];
    return { path, id: `${door}-${words.join('-')}`, door, distinction: words.join(' ') };
  });
  return [{ path: main, id: door, door }, ...apart];
}

/** Names of the parameters of a path, in its order. */
export function pathParameterNames(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => name);
}

/** The literal segments that only this path has, or its own parameters where it has no such segment. */
function wordsApart(path: string, main: string): readonly string[] {
  const segments = path.split('/').filter((segment) => !main.split('/').includes(segment));
  const literals = segments.filter((segment) => !segment.startsWith('{'));
  return literals.length > 0 ? literals : segments.map((segment) => segment.replaceAll(/[{}*]/g, ''));
}
