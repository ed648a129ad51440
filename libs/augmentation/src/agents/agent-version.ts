import type { AgentOperation, AgentParameters } from '@lectern/contracts/understanding';
import { createHash } from 'node:crypto';

/** Digests of parameters: the same for all fields that a run reads. */
const digests = new WeakMap<AgentParameters, string>();

/** Changes with the content of a field and with the operations on it. */
export function versionOf(fieldVersion: string, parameters: AgentParameters): string {
  const digest = digests.get(parameters) ?? digestOf(parameters);
  digests.set(parameters, digest);
  return `${fieldVersion}#${digest}`;
}

function digestOf(parameters: AgentParameters): string {
  const { filter, name: __, filter_expression_json: ___, operations, ...rest } = parameters;
  // Of other conditions of the filter, what an agent finds in a field does not depend.
  const splits = (filter?.splits ?? []).length > 0 && { splits: filter?.splits };
  const does = { ...rest, ...splits, operations: operations.map(withoutTriggers) };
  return createHash('sha256').update(JSON.stringify(does)).digest('hex').slice(0, 16);
}

/** Who is told of findings does not change them. */
function withoutTriggers(operation: AgentOperation): object {
  const members = Object.entries(operation).map(([name, one]: readonly [string, object | null]) => {
    if (!one || !('triggers' in one)) return [name, one] as const;
    const { triggers: _, ...does } = one;
    return [name, does] as const;
  });
  return Object.fromEntries(members);
}
