import { addPrompt, deletePrompt, listPrompts, type NewPrompt, patchPrompt } from '@lectern/contracts/agents';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../../api/client';
import { queries } from '../../../api/queries';

export const promptsQuery = (agent_id: string) =>
  queryOptions({
    queryKey: ['agent', agent_id, 'prompts'],
    queryFn: async ({ signal }) => (await api.call(listPrompts, { params: { agent_id }, signal })).prompts,
  });

const changed = (agent: string) => ({
  onSettled: () => queries.invalidateQueries({ queryKey: promptsQuery(agent).queryKey }),
});

/** Adds a prompt, or changes the one with this id. */
export function useSavePrompt(agent_id: string, prompt_id: string | undefined) {
  return useMutation({
    mutationFn: async (body: NewPrompt) => {
      const params = { agent_id };
      if (prompt_id === undefined) await api.call(addPrompt, { params, body });
      else await api.call(patchPrompt, { params: { ...params, prompt_id }, body });
    },
    ...changed(agent_id),
  });
}

export function useDeletePrompt(agent_id: string) {
  return useMutation({
    mutationFn: (prompt_id: string) => api.call(deletePrompt, { params: { agent_id, prompt_id } }),
    ...changed(agent_id),
  });
}

/** Names in braces, each once: `{city}` is `city`. */
export function placeholdersOf(template: string): readonly string[] {
  return [...new Set([...template.matchAll(/\{(\w{1,250})\}/g)].map(([, name = '']) => name))];
}
