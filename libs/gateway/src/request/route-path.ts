import { pathParameterNames } from '@lectern/contracts/core';

/** `/kb/{kbid}/file/{path*}` as Fastify writes it, and what its greedy tail is called. */
export interface RoutePath {
  readonly pattern: string;
  readonly tail?: string;
}

/** @throws Error for a greedy parameter that is not the end of the path */
export function routePath(path: string): RoutePath {
  const tail = /\{(\w+)\*\}$/.exec(path)?.[1];
  const pattern = path.replace(/\{\w+\*\}$/, '*').replaceAll(/\{(\w+)\}/g, ':$1');
  if (/[{}]/.test(pattern)) throw new Error(`${path}: {name*} may only be the end of a path`);
  return { pattern, ...(tail !== undefined && { tail }) };
}

const OF_AGENTS = '/api/v1/agent/{agent_id}/';

/** The older path of an operation on an agent, below that of its memory, which some clients use; the same otherwise. */
export function legacyPath(path: string): string | undefined {
  return path.startsWith(OF_AGENTS) ? `/api/v1/kb/{agent_id}/agent/${path.slice(OF_AGENTS.length)}` : undefined;
}

/** Matches whole paths, parameters being anything but empty. */
export function pathExpression(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/\{\w+\\\*\}/g, '(.+)').replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
}

/** Parameters of a path that matches the expression of `template`, decoded. */
export function pathParameters(template: string, expression: RegExp, path: string): Readonly<Record<string, string>> {
  const names = pathParameterNames(template);
  const values = expression.exec(path)?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
}

/** The path of a request's target, which may be a whole URL, without its query. */
export function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
  const end = path.indexOf('?');
  return end < 0 ? path : path.slice(0, end);
}
