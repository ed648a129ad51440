import { type InterfaceExample, pathParameterNames } from '@lectern/contracts/core';

/** Values of the parameters of a recorded call, by name, as they were sent. */
export function exampleParameters(template: string, { path }: InterfaceExample): ReadonlyMap<string, string> {
  const { pathname, searchParams } = new URL(path, 'http://host');
  const names = pathParameterNames(template);
  const pattern = template.replace(/\{\w+\*\}/g, '(.+)').replace(/\{\w+\}/g, '([^/]+)');
  const [, ...values] = new RegExp(`^${pattern}$`).exec(pathname) ?? [];
  const inPath = names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')] as const);
  return new Map([...searchParams, ...inPath]);
}
