import { type DeletedAgent, purgeAgentAgain } from '@lectern/contracts/agents';
import { Runs, TaskQueue, Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager, EntityMetadata } from 'typeorm';

/**
 * When the rows of a deleted agent are removed once more: no request that was let in before the deletion runs so long
 * before it stores something.
 */
const AGAIN_AFTER_MS = 60_000;

/** Removes all rows of deleted agents and knowledge boxes. */
@Injectable()
export class AgentPurge {
  constructor(
    private readonly transactions: Transactions,
    private readonly queue: TaskQueue,
  ) {}

  /** Safe to repeat. */
  async purge({ agent }: DeletedAgent): Promise<null> {
    await this.transactions.run(async (tx) => {
      await removeRows(agent, tx);
      const runAt = new Date(Date.now() + AGAIN_AFTER_MS);
      await this.queue.add(purgeAgentAgain, { agent }, { tx, key: `purge:${agent}`, runAt });
    });
    return null;
  }

  @Runs(purgeAgentAgain)
  async purgeAgain({ agent }: DeletedAgent): Promise<void> {
    await this.transactions.run((tx) => removeRows(agent, tx));
  }
}

async function removeRows(agent: string, tx: EntityManager): Promise<void> {
  for (const table of tablesOfAgents(tx)) await tx.delete(table.target, { [ownerColumn(table) ?? '']: agent });
}

/** The column that says whose a row is: an agent, or a knowledge box. */
export function ownerColumn(table: EntityMetadata): string | undefined {
  return ['agent', 'kbid'].find((name) => table.findColumnWithPropertyName(name));
}

/** Tables whose rows belong to an agent, or to a knowledge box. */
export function tablesOfAgents(tx: EntityManager): readonly EntityMetadata[] {
  return tx.connection.entityMetadatas.filter((table) => ownerColumn(table) !== undefined);
}
