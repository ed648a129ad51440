import { randomUUID } from 'node:crypto';
import {
  type AddedId,
  type AgentPrompt,
  type AgentPrompts,
  type NewPrompt,
  type PromptSettings,
} from '@lectern/contracts/agents';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { PromptEntity } from './prompt.entity';
import { type PromptKey, PromptRepository } from './prompt.repository';

/** Prompts of agents. */
@Injectable()
export class PromptService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PromptRepository,
  ) {}

  async list(agent: string): Promise<AgentPrompts> {
    const rows = await this.transactions.read((tx) => this.repository.list(agent, tx));
    return { prompts: rows.map(shownPrompt) };
  }

  /** @throws AppError `not_found` */
  async get(key: PromptKey): Promise<AgentPrompt> {
    return shownPrompt(await this.transactions.read((tx) => this.repository.get(key, tx)));
  }

  /** @throws AppError `conflict`, `quota_exceeded` */
  async add(agent: string, given: NewPrompt): Promise<AddedId> {
    const id = given.prompt_id ?? randomUUID();
    const row = promptOf({ agent, id, created: new Date() }, given);
    await this.transactions.run((tx) => this.repository.insert(row, tx));
    return { id };
  }

  /** @throws AppError `not_found` */
  async patch(key: PromptKey, settings: PromptSettings): Promise<null> {
    await this.transactions.run(async (tx) =>
      this.repository.update(changedPrompt(await this.repository.hold(key, tx), settings), tx),
    );
    return null;
  }

  /** @throws AppError `not_found` */
  async delete(key: PromptKey): Promise<null> {
    await this.transactions.run((tx) => this.repository.delete(key, tx));
    return null;
  }
}

/** A new prompt. */
export function promptOf(
  key: Pick<PromptEntity, 'agent' | 'id' | 'created'>,
  { prompt, ...settings }: Omit<NewPrompt, 'prompt_id'>,
): PromptEntity {
  const empty = { description: '', arguments: [], icons: [], meta: {} };
  return changedPrompt({ ...key, name: key.id, prompt, ...empty }, settings);
}

function changedPrompt(row: PromptEntity, given: PromptSettings): PromptEntity {
  return {
    ...row,
    name: given.name ?? row.name,
    description: given.description ?? row.description,
    prompt: given.prompt ?? row.prompt,
    arguments: given.arguments ?? row.arguments,
    icons: given.icons ?? row.icons,
    meta: given.meta ?? row.meta,
  };
}

/** The prompt as it is shown. */
export function shownPrompt({
  id,
  name,
  description,
  prompt,
  arguments: taken,
  icons,
  meta,
}: PromptEntity): AgentPrompt {
  return { prompt_id: id, name, description, prompt, arguments: taken, icons, meta };
}
