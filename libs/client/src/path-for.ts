import { type Endpoint, pathParameterNames } from '@lectern/contracts/core';

/** The first path of an operation whose parameters are all given, else the main one. */
export function pathFor(endpoints: readonly Endpoint[], params: object = {}): string {
  const isGiven = (name: string) => (Reflect.get(params, name) ?? '') !== '';
  const fitting = endpoints.find(({ path }) => pathParameterNames(path).every(isGiven)) ?? endpoints[0];
  return fitting?.path ?? '';
}
