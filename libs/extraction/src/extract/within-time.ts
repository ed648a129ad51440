import { createContext, Script } from 'node:vm';
import { codeOf } from './extract-error';

const script = new Script('run()');

/**
 * Result of a function, unless it takes longer: then it is stopped, even in a pattern that backtracks. For work
 * within a process that may be busy; what it was stopped in must not be used again.
 *
 * @throws Error with the code `ERR_SCRIPT_EXECUTION_TIMEOUT`
 */
export function withinTime<T>(run: () => T, timeoutMs: number): T {
  return script.runInContext(createContext({ run }), { timeout: timeoutMs });
}

/** Whether it was stopped. */
export function isTimeout(error: unknown): boolean {
  return codeOf(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
