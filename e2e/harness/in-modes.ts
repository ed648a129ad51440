import { type Mode, modes, runningModes } from './modes';

/** One process, and services on servers. */
const servicesModes = ['standalone', 'distributed'] as const;

/** A suite in those of these modes that run here. Where none of them does, it is reported as skipped. */
export function inModes<M extends Mode>(wanted: readonly M[], name: string, suite: (mode: M) => void): void {
  const { described, isSkipped } = describedModes(wanted, runningModes());
  // Suites may ask for their deployment before their first test.
  if (isSkipped) describe.skip.each(described)(name, () => it(`runs in ${wanted.join(' or ')}`, () => undefined));
  else describe.each(described)(name, suite);
}

/** Never none: Jest refuses a table without rows. */
export function describedModes<M extends Mode>(
  wanted: readonly M[],
  running: readonly Mode[],
): { readonly described: readonly M[]; readonly isSkipped: boolean } {
  const here = wanted.filter((mode) => running.includes(mode));
  return here.length > 0 ? { described: here, isSkipped: false } : { described: wanted.slice(0, 1), isSkipped: true };
}

/** A journey through the indexes: it runs in every mode. */
export function inAllModes(name: string, suite: (mode: Mode) => void): void {
  inModes(modes, name, suite);
}

/**
 * A journey that rows, the bus and the gateway decide. How services share embedded engines makes no difference to it,
 * so that it runs in one process and on servers.
 */
export function inModesOfServices(name: string, suite: (mode: Mode) => void): void {
  inModes(servicesModes, name, suite);
}
