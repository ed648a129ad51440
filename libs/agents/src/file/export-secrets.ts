import { isObject } from '@lectern/contracts/core';
import type { SecretEnvelope } from '@lectern/secrets';
import type { AgentFileKey } from './agent-file.repository';

/** What an export needs until it is written: afterwards nobody but the user has it. */
export interface ExportSecrets {
  readonly passphrase: string;
  /** Of the link. */
  readonly token: string;
}

/** For the row of an export. */
export function sealExportSecrets(envelope: SecretEnvelope, key: AgentFileKey, secrets: ExportSecrets): string {
  return envelope.seal(JSON.stringify(secrets), purposeOfExport(key));
}

/** @throws Error for what was not sealed for this export */
export function openExportSecrets(envelope: SecretEnvelope, key: AgentFileKey, sealed: string): ExportSecrets {
  const opened: unknown = JSON.parse(envelope.open(sealed, purposeOfExport(key)));
  if (!isObject(opened)) throw new Error('The secrets of an export are damaged');
  return { passphrase: String(opened['passphrase']), token: String(opened['token']) };
}

function purposeOfExport({ agent, id }: AgentFileKey): string {
  return `agent export ${agent} ${id}`;
}
