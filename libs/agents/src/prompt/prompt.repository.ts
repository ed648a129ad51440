import { AppError } from '@lectern/contracts/core';
import { admitWithinQuota, isUniqueViolation, lockName, storable } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PROMPTS_MAX } from '../agent/agent-limits';
import { PromptEntity } from './prompt.entity';

/** Names a prompt. */
export interface PromptKey {
  readonly agent: string;
  readonly id: string;
}

/** Prompts of agents. */
@Injectable()
export class PromptRepository {
  /** In the order in which they were added. */
  async list(agent: string, tx: EntityManager): Promise<PromptEntity[]> {
    return tx.find(PromptEntity, { where: { agent }, order: { created: 'ASC', id: 'ASC' } });
  }

  /** @throws AppError `not_found` */
  async get({ agent, id }: PromptKey, tx: EntityManager): Promise<PromptEntity> {
    return (await tx.findOneBy(PromptEntity, { agent, id })) ?? unknownPrompt();
  }

  /** Prevents others from changing the prompt until the transaction ends. @throws AppError `not_found` */
  async hold(key: PromptKey, tx: EntityManager): Promise<PromptEntity> {
    await lockName(tx, `agent-prompt/${key.agent}/${key.id}`);
    return this.get(key, tx);
  }

  /** @throws AppError `quota_exceeded`, `conflict` */
  async insert(prompt: PromptEntity, tx: EntityManager): Promise<void> {
    const { agent, id } = prompt;
    await this.admit(agent, 1, tx);
    await tx.insert(PromptEntity, promptRowOf(prompt)).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new AppError('conflict', `The agent has a prompt with the id ${id}`);
    });
  }

  /** With new ids, of one agent. @throws AppError `quota_exceeded` */
  async insertAll(agent: string, prompts: readonly PromptEntity[], tx: EntityManager): Promise<void> {
    await this.admit(agent, prompts.length, tx);
    if (prompts.length > 0) await tx.insert(PromptEntity, prompts.map(promptRowOf));
  }

  /** All of an agent. */
  async removeAll(agent: string, tx: EntityManager): Promise<void> {
    await tx.delete(PromptEntity, { agent });
  }

  /** While it is held. */
  async update(prompt: PromptEntity, tx: EntityManager): Promise<void> {
    const { agent, id } = prompt;
    await tx.update(PromptEntity, { agent, id }, promptRowOf(prompt));
  }

  /** @throws AppError `not_found` */
  async delete({ agent, id }: PromptKey, tx: EntityManager): Promise<void> {
    if (!(await tx.delete(PromptEntity, { agent, id })).affected) unknownPrompt();
  }

  private async admit(agent: string, adding: number, tx: EntityManager): Promise<void> {
    await admitWithinQuota(tx, {
      name: `agent-prompts/${agent}`,
      count: () => tx.countBy(PromptEntity, { agent }),
      max: PROMPTS_MAX,
      adding,
      refusal: `An agent has at most ${PROMPTS_MAX} prompts`,
    });
  }
}

/** TypeORM's type of a partial row does not support free-form JSON. */
function promptRowOf(row: PromptEntity): object {
  return storable(row);
}

function unknownPrompt(): never {
  throw new AppError('not_found', 'Prompt not found');
}
