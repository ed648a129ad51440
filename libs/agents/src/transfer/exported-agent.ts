import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { AGENT_FILE_BYTES_MAX, moduleKinds, type ModuleKind } from '@lectern/contracts/agents';
import { AppError, utcWithOffset } from '@lectern/contracts/core';
import { lockName, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DriverService } from '../driver/driver.service';
import { ModuleSeals } from '../module/module-seals';
import { PromptRepository } from '../prompt/prompt.repository';
import { shownPrompt } from '../prompt/prompt.service';
import type { WorkflowEntity } from '../workflow/workflow.entity';
import { shownWorkflow, WorkflowRepository } from '../workflow/workflow.repository';
import {
  type AgentDocument,
  DOCUMENT_VERSION,
  type DocumentConfiguration,
  type DocumentDriver,
} from './agent-document';
import { sealFernet } from './fernet';
import { passphraseKey, SALT_BYTES } from './passphrase-key';

/** Base64 makes four bytes of three, and the token has a head and an end. */
const TEXT_BYTES_MAX = Math.floor(((AGENT_FILE_BYTES_MAX - SALT_BYTES) * 3) / 4) - 128;

/** What an agent is exported with. */
export interface ExportOptions {
  readonly passphrase: string;
  readonly signal: AbortSignal;
}

/** Writes agents as encrypted files. */
@Injectable()
export class ExportedAgent {
  constructor(
    private readonly transactions: Transactions,
    private readonly drivers: DriverService,
    private readonly workflows: WorkflowRepository,
    private readonly modules: ModuleSeals,
    private readonly prompts: PromptRepository,
  ) {}

  /**
   * The file of an agent as it is now, with the secrets of its drivers.
   *
   * @throws AppError `too_large` for one that could not be imported, `rate_limited`, `cancelled`
   */
  async file(agent: string, { passphrase, signal }: ExportOptions): Promise<Buffer> {
    const document = await this.transactions.run((tx) => this.document(agent, tx));
    const text = await jsonOfDocument(document);
    const salt = randomBytes(SALT_BYTES);
    const key = await passphraseKey(passphrase, salt, { owner: agent, signal });
    return Buffer.concat([salt, Buffer.from(sealFernet(text, key), 'latin1')]);
  }

  private async document(agent: string, tx: EntityManager): Promise<AgentDocument> {
    await holdTransfers(agent, tx);
    const [main, ...others] = await this.workflows.list(agent, tx);
    const drivers = await this.drivers.openedIn(agent, tx);
    const prompts = await this.prompts.list(agent, tx);
    const configurations: (readonly [string, DocumentConfiguration])[] = [];
    for (const row of others) configurations.push([row.id, await this.configuration(row, [], tx)]);
    return {
      version: DOCUMENT_VERSION,
      timestamp: utcWithOffset(new Date()),
      agent_config: main ? await this.configuration(main, drivers, tx) : null,
      agent_config_workflows: Object.fromEntries(configurations),
      prompts: prompts.map(shownPrompt),
    };
  }

  private async configuration(
    row: WorkflowEntity,
    drivers: readonly DocumentDriver[],
    tx: EntityManager,
  ): Promise<DocumentConfiguration> {
    const modules = await this.modules.rows.ofWorkflow(row.agent, row.id, tx);
    const byKind = moduleKinds.map((kind) => [
      kind,
      modules.filter((one) => one.kind === kind).map((one) => this.modules.opened(one)),
    ]);
    return {
      drivers,
      rules: { rules: [...row.rules] },
      memory: { kbdb: null },
      workflow: shownWorkflow(row),
      // One entry for each kind.
      ...(Object.fromEntries(byKind) as Record<ModuleKind, readonly object[]>),
    };
  }
}

/** Exports and imports of an agent run one after the other. */
export function holdTransfers(agent: string, tx: EntityManager): Promise<void> {
  return lockName(tx, `agent-transfer/${agent}`);
}

/** The text of a document, made workflow by workflow: others get their turns in between. */
async function jsonOfDocument({
  agent_config: main,
  agent_config_workflows: others,
  ...rest
}: AgentDocument): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  const add = async (text: string) => {
    const piece = Buffer.from(text, 'utf8');
    sizeBytes += piece.length;
    if (sizeBytes > TEXT_BYTES_MAX) throw tooLargeAgent();
    pieces.push(piece);
    await yieldToOthers();
  };
  const { version, timestamp, prompts } = rest;
  await add(`{"version":${JSON.stringify(version)},"timestamp":${JSON.stringify(timestamp)},"agent_config":`);
  await add(JSON.stringify(main));
  await add(',"agent_config_workflows":{');
  for (const [place, [id, one]] of Object.entries(others).entries()) {
    await add(`${place === 0 ? '' : ','}${JSON.stringify(id)}:${JSON.stringify(one)}`);
  }
  await add(`},"prompts":${JSON.stringify(prompts)}}`);
  return Buffer.concat(pieces);
}

function tooLargeAgent(): AppError {
  return new AppError('too_large', `The agent is larger than an export can be: ${AGENT_FILE_BYTES_MAX} bytes`);
}
