import type { Failures } from '../core/failures';
import { failsWithoutRoom } from '../core/failures';
import type { Policy } from '../core/operation';

/** Configures an agent. */
export const configuresAgent: Policy = { credentials: ['sa', 'user', 'pat'], role: 'SOWNER', on: 'agent' };

/** Talks to an agent, with any role on it. */
export const usesAgent: Policy = { credentials: ['sa', 'user', 'pat', 'eph'], role: 'any', on: 'agent' };

/** Reads how a knowledge box answers as an agent. */
export const readsAgenticBox: Policy = { credentials: ['sa', 'user', 'pat'], role: 'READER', on: 'kb' };

/** Changes how a knowledge box answers as an agent. */
export const changesAgenticBox: Policy = { ...readsAgenticBox, role: 'WRITER' };

/** Asks a knowledge box as an agent. */
export const asksAgenticBox: Policy = { ...readsAgenticBox, credentials: ['sa', 'user', 'pat', 'eph'] };

/** Of operations that read or write the configuration of an agent. */
export const AGENT_DEADLINE_MS = 10_000;

/** Of operations that name a workflow. */
export const failsOfWorkflow: Failures = { not_found: 'The agent or its workflow does not exist.' };

/** Of operations that add to an agent. */
export const failsOfAdding: Failures = { ...failsWithoutRoom, quota_exceeded: 'The agent has as many as it can have.' };
