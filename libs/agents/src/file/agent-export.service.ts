import { randomBytes, randomUUID } from 'node:crypto';
import { Bus } from '@lectern/bus';
import { readUserNames } from '@lectern/contracts/accounts';
import { AGENT_EXPORT_HOURS, type AgentExportPayload } from '@lectern/contracts/agents';
import { AppError, type Principal, systemPrincipal } from '@lectern/contracts/core';
import type { Download } from '@lectern/contracts/knowledge-box';
import { SecretEnvelope, tokenHash } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import { AgentDirectory } from '../agent/agent-directory';
import type { AgentFileKey } from './agent-file.repository';
import { AgentFiles, keyOfAgentFile } from './agent-files';
import { sealExportSecrets } from './export-secrets';

const EXPORT_MS = AGENT_EXPORT_HOURS * 3_600_000;
const TOKEN_BYTES = 32;
const GONE = 'There is no such export: its link is wrong, has expired, or was used';

/** Exports of agents, from request to download. */
@Injectable()
export class AgentExportService {
  constructor(
    private readonly files: AgentFiles,
    private readonly agents: AgentDirectory,
    private readonly envelope: SecretEnvelope,
    private readonly bus: Bus,
  ) {}

  /**
   * Has an export written; its link is mailed to the caller.
   *
   * @throws AppError `forbidden` for a caller without a mail address, `rate_limited`, `quota_exceeded`
   */
  async request(agent: string, { passphrase }: AgentExportPayload, caller: Principal): Promise<null> {
    const email = await this.addressOf(caller);
    const { slug } = await this.agents.get(agent);
    const key = { agent, id: randomUUID() };
    const requestedAt = new Date();
    const expiresAt = new Date(requestedAt.getTime() + EXPORT_MS);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.files.request({
      ...key,
      content: { type: 'export', filename: `agent-${slug}-${requestedAt.toISOString().slice(0, 10)}.bin` },
      tokenHash: tokenHash(token).toString('hex'),
      sealed: sealExportSecrets(this.envelope, key, { passphrase, token }),
      email,
      requestedAt,
      expiresAt,
      forgottenAt: expiresAt,
      sizeBytes: null,
      error: null,
      isRemoved: false,
    });
    return null;
  }

  /** @throws AppError `not_found` */
  async file(key: AgentFileKey, token: string): Promise<Download> {
    const row = await this.files.find(key);
    const isGiven = row !== undefined && row.tokenHash === tokenHash(token).toString('hex');
    if (!isGiven || row.content.type !== 'export' || row.sizeBytes === null || row.expiresAt <= new Date())
      throw new AppError('not_found', GONE);
    return {
      key: keyOfAgentFile(row),
      sizeBytes: Number(row.sizeBytes),
      contentType: 'application/octet-stream',
      filename: row.content.filename,
      inline: false,
      once: GONE,
    };
  }

  private async addressOf({ id }: Principal): Promise<string> {
    const body = { ids: [id] };
    const { users } = await this.bus.request(readUserNames, { body }, { principal: systemPrincipal });
    const email = users.find((user) => user.id === id)?.email;
    if (!email) throw new AppError('forbidden', 'The link to an export is mailed: only a user with an address has one');
    return email;
  }
}
