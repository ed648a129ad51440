import { requestAgentExport } from '@lectern/contracts/agents';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api/client';
import { queries } from '../../../api/queries';
import { refusalOf, request } from '../../../api/request';

/** Asks for a file of the whole configuration; a mail brings the link to it. */
export function useExport(agent_id: string) {
  return useMutation({
    mutationFn: (passphrase: string) => api.call(requestAgentExport, { params: { agent_id }, body: { passphrase } }),
  });
}

/** What an import needs. */
export interface GivenImport {
  readonly file: File;
  readonly passphrase: string;
  readonly overwrite: boolean;
}

export function useImport(agent_id: string) {
  return useMutation({
    mutationFn: async ({ file, passphrase, overwrite }: GivenImport) => {
      const body = new FormData();
      body.set('passphrase', passphrase);
      body.set('overwrite', String(overwrite));
      body.set('file', file);
      const path = `/api/v1/agent/${encodeURIComponent(agent_id)}/import`;
      const answer = await request(path, { method: 'POST', body });
      if (!answer.ok) throw await refusalOf(`POST ${path}`, answer);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['agent', agent_id] }),
  });
}
