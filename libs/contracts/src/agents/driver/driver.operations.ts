import { IsUUID } from 'class-validator';
import type { Constructor } from '../../core/input';
import { failsWithoutRoom } from '../../core/failures';
import { operation } from '../../core/operation';
import { AgentTarget } from '../params';
import { AGENT_DEADLINE_MS, configuresAgent, failsOfAdding } from '../policies';
import { AddedId } from '../workflow/workflow.dto';
import { type AnyDriver, DriverBody, DriverChange, Drivers } from './driver.dto';

/** A driver of an agent. */
export class DriverTarget extends AgentTarget {
  /** Id of the driver, a UUID. */
  @IsUUID() driver_id!: string;
}

const all = { path: '/api/v1/agent/{agent_id}/drivers', host: 'zone', success: 200 } as const;
const one = { path: '/api/v1/agent/{agent_id}/driver/{driver_id}', host: 'zone', success: 200 } as const;
const unknown = { not_found: 'The agent has no such driver.' };

// What is checked against a choice of classes is an object of one of them.
const body = DriverBody as unknown as Constructor<AnyDriver>;

/** Secrets are never shown: they are null. */
export const listDrivers = operation({
  name: 'agents.driver.list',
  summary: 'List the drivers of an agent',
  http: { ...all, method: 'GET', member: 'drivers' },
  policy: configuresAgent,
  params: AgentTarget,
  answer: Drivers,
  deadlineMs: AGENT_DEADLINE_MS,
});

/**
 * Modules name it by its `identifier`. Secrets are stored sealed. Filters that could not be searched are refused. An
 * agent has at most 100 drivers. Modules that need a provider which this version does not use are refused.
 */
export const addDriver = operation({
  name: 'agents.driver.add',
  summary: 'Add a driver to an agent',
  http: { ...all, method: 'POST' },
  policy: configuresAgent,
  params: AgentTarget,
  body,
  answer: AddedId,
  fails: { ...failsOfAdding, conflict: 'The agent has a driver with this identifier.' },
  deadlineMs: AGENT_DEADLINE_MS,
});

/**
 * Merges `config` deeply with the stored one, except filter expressions, which are replaced; a secret that is null or
 * absent stays. Where the driver gets another
 * address, its secrets must be given again: no address gets a secret that was meant for another one.
 */
export const patchDriver = operation({
  name: 'agents.driver.patch',
  summary: 'Change a driver',
  http: { ...one, method: 'PATCH', reply: 'null' },
  policy: configuresAgent,
  params: DriverTarget,
  body: DriverChange,
  fails: { ...failsWithoutRoom, ...unknown },
  deadlineMs: AGENT_DEADLINE_MS,
});

/** Modules that name it fail from then on. */
export const deleteDriver = operation({
  name: 'agents.driver.delete',
  summary: 'Delete a driver',
  http: { ...one, method: 'DELETE', reply: 'null' },
  policy: configuresAgent,
  params: DriverTarget,
  fails: { ...failsWithoutRoom, ...unknown },
  deadlineMs: AGENT_DEADLINE_MS,
});
