import { Bus } from '@lectern/bus';
import { AppError, systemPrincipal } from '@lectern/contracts/core';
import { type KnowledgeBoxMode, readQuota } from '@lectern/contracts/knowledge-box';

/** Limits that are known answer at once, also while the accounts host is away. */
const ASK_MS = 2_000;

const names: Readonly<Record<KnowledgeBoxMode, readonly [limit: string, things: string]>> = {
  kb: ['max_kbs', 'knowledge boxes'],
  agent: ['max_memories', 'agents with memory'],
  agent_no_memory: ['max_agents', 'agents without memory'],
};

/** Most boxes of a mode that an account may have in this zone; undefined without a limit, or where none is known. */
export async function boxLimitOf(account: string, mode: KnowledgeBoxMode, bus: Bus): Promise<number | undefined> {
  const options = { principal: systemPrincipal, deadlineMs: ASK_MS };
  try {
    const { limits } = await bus.request(readQuota, { body: { account } }, options);
    return limits[names[mode][0]];
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
