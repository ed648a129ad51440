import { Bus } from '@lectern/bus';
import { resolveAccount } from '@lectern/contracts/accounts';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import type { KnowledgeBoxMode } from '@lectern/contracts/knowledge-box';

/** The accounts host may be away, and a zone works without it. */
const ASK_MS = 2_000;

const names: Readonly<Record<KnowledgeBoxMode, readonly [limit: string, things: string]>> = {
  kb: ['max_kbs', 'knowledge boxes'],
  agent: ['max_memories', 'agents with memory'],
  agent_no_memory: ['max_agents', 'agents without memory'],
};

/** Most boxes of a mode that an account may have in this zone; undefined without a limit, or without an answer. */
export async function boxLimitOf(account: string, mode: KnowledgeBoxMode, bus: Bus): Promise<number | undefined> {
  const options = { principal: systemPrincipal, deadlineMs: ASK_MS };
  try {
    return (await bus.request(resolveAccount, { body: { account } }, options)).boxLimits?.[mode];
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Says which limit it is, and what frees room. */
export function boxLimitRefusal(mode: KnowledgeBoxMode, max: number): string {
  const [limit, things] = names[mode];
  return `The account may have ${max} ${things} (${limit}); delete one, or get a higher limit`;
}
