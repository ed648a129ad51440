import { AppError } from '@lectern/contracts/core';
import { pathExpression, pathOf } from './route-path';

interface KnownPath {
  readonly expression: RegExp;
  readonly methods: Set<string>;
}

/** All paths that are served, to tell a missing one from one that takes other methods. */
export class KnownPaths {
  private readonly known = new Map<string, KnownPath>();

  /** @param url as Fastify writes it */
  add(method: string | readonly string[], url: string): void {
    if (url === '/*') return;
    const path = url.replaceAll(/:(\w+)/g, '{$1}').replace(/\*$/, '{rest*}');
    const known = this.known.get(path) ?? { expression: pathExpression(path), methods: new Set() };
    for (const one of [method].flat()) known.methods.add(one);
    this.known.set(path, known);
  }

  methodsAt(path: string): readonly string[] {
    const whole = decoded(path);
    const known = [...this.known.values()].filter(({ expression }) => expression.test(whole));
    return known.flatMap(({ methods }) => [...methods]);
  }

  /** @throws AppError `not_found`, or `method_not_allowed` with the methods that the path takes */
  refuse({ url, method }: { readonly url: string; readonly method: string }): never {
    const methods = this.methodsAt(pathOf(url));
    if (methods.length === 0 || methods.includes(method)) throw new AppError('not_found', 'Not Found');
    const allow = [...new Set(methods)].sort().join(', ');
    throw new AppError('method_not_allowed', 'Method Not Allowed', { headers: { allow } });
  }
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
