import { createContext, Script } from 'node:vm';

const script = new Script('run()');

/** What a function returns, unless it takes longer: then it is stopped, even in a pattern that backtracks. */
export function withinTime<T>(run: () => T, timeoutMs: number): T {
  return script.runInContext(createContext({ run }), { timeout: timeoutMs });
}
