import { type Endpoint, pathParameterNames } from '@lectern/contracts/core';

/**
 * Of the paths of an operation whose parameters are all given, the one that uses most of them, and the first of those;
 * the main one when there is none.
 */
export function pathFor(endpoints: readonly Endpoint[], params: object = {}): string {
  const isGiven = (name: string) => (Reflect.get(params, name) ?? '') !== '';
  const fitting = endpoints.filter(({ path }) => pathParameterNames(path).every(isGiven));
  const used = Math.max(...fitting.map(namedParameters));
  return (fitting.find((one) => namedParameters(one) === used) ?? endpoints[0])?.path ?? '';
}

function namedParameters({ path }: Endpoint): number {
  return pathParameterNames(path).length;
}
