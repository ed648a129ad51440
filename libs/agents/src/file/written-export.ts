import { Bus } from '@lectern/bus';
import { systemPrincipal } from '@lectern/contracts/core';
import { type Mail, sendMail } from '@lectern/contracts/knowledge-box';
import { SecretEnvelope } from '@lectern/secrets';
import { Injectable, Logger } from '@nestjs/common';
import { AgentDirectory } from '../agent/agent-directory';
import { ExportedAgent } from '../transfer/exported-agent';
import type { AgentFileEntity } from './agent-file.entity';
import { exportFailureMail, exportMail, type ExportMail } from './export-mail';
import { openExportSecrets } from './export-secrets';

/** The content of an export, and the mails about it. */
@Injectable()
export class WrittenExport {
  private readonly logger = new Logger('Agents');

  constructor(
    private readonly exported: ExportedAgent,
    private readonly agents: AgentDirectory,
    private readonly envelope: SecretEnvelope,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError as `ExportedAgent` */
  async bytes(row: AgentFileEntity, { signal }: { readonly signal: AbortSignal }): Promise<Buffer> {
    const { passphrase } = this.secretsOf(row);
    return this.exported.file(row.agent, { passphrase, signal });
  }

  /** Mails the link: without the mail nobody could fetch the export. @throws AppError `unavailable` */
  async announce(row: AgentFileEntity): Promise<void> {
    await this.send(exportMail(await this.mailOf(row), this.secretsOf(row)));
  }

  /** Says that there is no export, where that can be said. */
  async announceFailure(row: AgentFileEntity, reason: string): Promise<void> {
    try {
      await this.send(exportFailureMail(await this.mailOf(row), reason));
    } catch (error) {
      this.logger.warn(`The mail about an export that failed could not be sent: ${String(error)}`);
    }
  }

  private async mailOf({ agent, id, email }: AgentFileEntity): Promise<ExportMail> {
    if (email === null) throw new Error('An export has an address for its link');
    return { agent, id, to: email, title: (await this.agents.get(agent)).title };
  }

  private secretsOf(row: AgentFileEntity) {
    if (row.sealed === null) throw new Error('An export has its secrets until it is written');
    return openExportSecrets(this.envelope, row, row.sealed);
  }

  private async send(body: Mail): Promise<void> {
    await this.bus.request(sendMail, { body }, { principal: systemPrincipal });
  }
}
