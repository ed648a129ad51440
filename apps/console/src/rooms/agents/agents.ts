import { addDriver, contextOperations, generationOperations, preprocessOperations } from '@lectern/contracts/agents';
import { createAccountKnowledgeBox, deleteAccountKnowledgeBox } from '@lectern/contracts/knowledge-box';
import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { agentsQuery } from '../../data/agents';
import { boxQuery } from '../../data/boxes';

/** The id of the agent that is open; for rooms of an agent only. */
export function useAgentId(): string {
  const { agent } = useParams({ strict: false });
  if (agent === undefined) throw new Error('This page is not a room of an agent');
  return agent;
}

/** A new agent. */
export interface NewAgent {
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly keepsSessions: boolean;
  /** Its first source, from which it can answer at once. */
  readonly box: { readonly id: string; readonly title: string } | undefined;
}

/** By which modules name the first source. */
const FIRST_SOURCE = 'box';

/** Creates an agent; with a box, one that answers from it with the rights of the person who asks. */
async function createAgent(account: string, given: NewAgent): Promise<string> {
  const { title, slug, description, keepsSessions, box } = given;
  const mode = keepsSessions ? ('agent' as const) : ('agent_no_memory' as const);
  const body = { title, slug, mode, ...(description !== '' && { description }) };
  const { id } = await api.call(createAccountKnowledgeBox, { params: { account }, body });
  if (box) await answerFrom(id, box);
  return id;
}

async function answerFrom(agent_id: string, box: NonNullable<NewAgent['box']>): Promise<void> {
  const params = { agent_id };
  const config = { kbid: box.id, description: box.title, internal: true };
  const driver = { provider: 'kbdb' as const, identifier: FIRST_SOURCE, name: box.title, config };
  await api.call(addDriver, { params, body: driver });
  await api.call(preprocessOperations.add, { params, body: { module: 'rephrase', title: 'Rephrase', history: true } });
  const ask = { module: 'basic_ask' as const, title: box.title.slice(0, 250), sources: [FIRST_SOURCE] };
  await api.call(contextOperations.add, { params, body: ask });
  await api.call(generationOperations.add, { params, body: { module: 'summarize', title: 'Answer' } });
}

export function useCreateAgent(account: string) {
  return useMutation({
    mutationFn: (given: NewAgent) => createAgent(account, given),
    onSettled: () => queries.invalidateQueries({ queryKey: agentsQuery(account).queryKey }),
  });
}

export function useDeleteAgent(account: string) {
  return useMutation({
    mutationFn: (kbid: string) => api.call(deleteAccountKnowledgeBox, { params: { account, kbid } }),
    onSettled: (_, __, kbid) =>
      Promise.all([
        queries.invalidateQueries({ queryKey: agentsQuery(account).queryKey }),
        queries.invalidateQueries({ queryKey: boxQuery(kbid).queryKey, refetchType: 'none' }),
      ]),
  });
}
