import type { HttpBinding } from './operation';

/** One path of an operation. */
export interface Endpoint {
  /** As declared, parameters in braces. */
  readonly path: string;
  /** Name of the operation at its main path, else with what tells the path apart: `kb.resource.get-by-slug`. */
  readonly id: string;
  /** Distinguishes the path from the main one, such as `by slug`; absent at the main path. */
  readonly distinction?: string;
}

interface Located {
  readonly name: string;
  readonly http?: Pick<HttpBinding, 'path'>;
}

/** Every path of an operation, the main one first; none when only services call it. */
export function endpointsOf({ name, http }: Located): readonly Endpoint[] {
  const [main, ...others] = [http?.path ?? []].flat();
  if (main === undefined) return [];
  const apart = others.map((path) => {
    const words = ['by', ...wordsApart(path, main)];
    return { path, id: `${name}-${words.join('-')}`, distinction: words.join(' ') };
  });
  return [{ path: main, id: name }, ...apart];
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
