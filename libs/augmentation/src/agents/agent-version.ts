import type { AgentParameters } from '@lectern/contracts/understanding';
import { createHash } from 'node:crypto';

/** Changes with the content of a field and with the operations on it. */
export function versionOf(fieldVersion: string, parameters: AgentParameters): string {
  const { filter: _, name: __, ...does } = parameters;
  return `${fieldVersion}#${createHash('sha256').update(JSON.stringify(does)).digest('hex').slice(0, 16)}`;
}
