import { addDriver, type AnyDriver, deleteDriver, type DriverRecord, patchDriver } from '@lectern/contracts/agents';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api/client';
import { queries } from '../../../api/queries';
import { driversQuery } from '../workflow/workflow';

/** What the form of a driver holds. */
export interface DriverForm {
  readonly name: string;
  readonly identifier: string;
  readonly provider: string;
  readonly config: Readonly<Record<string, unknown>>;
}

const changed = (agent: string) => ({
  onSettled: () => queries.invalidateQueries({ queryKey: driversQuery(agent).queryKey }),
});

/** Adds a driver, or changes the one that is given: an empty secret stays as it is stored. */
export function useSaveDriver(agent_id: string, driver: DriverRecord | undefined) {
  return useMutation({
    mutationFn: async ({ name, identifier, provider, config }: DriverForm) => {
      const params = { agent_id };
      if (driver)
        await api.call(patchDriver, {
          params: { ...params, driver_id: driver.id },
          body: { name, config: { ...config } },
        });
      // The server checks what its own schema described.
      else await api.call(addDriver, { params, body: { name, identifier, provider, config } as unknown as AnyDriver });
    },
    ...changed(agent_id),
  });
}

export function useDeleteDriver(agent_id: string) {
  return useMutation({
    mutationFn: (driver_id: string) => api.call(deleteDriver, { params: { agent_id, driver_id } }),
    ...changed(agent_id),
  });
}

/** A change of a driver merges its settings: what the form leaves out of a list or object must say so. */
export function withoutUnsaid(config: DriverForm['config']): DriverForm['config'] {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null));
}
