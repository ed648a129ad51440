import { join } from 'node:path';
import { goProgram } from './go-program.mjs';

/** Some minutes of two processors. */
const timeoutMs = 1_800_000;

/** Helm, for the specs of the chart. @returns a line that reports the result */
export function obtain(folder) {
  return goProgram('helm.sh/helm/v4/cmd/helm@v4.3.1', join(folder, 'helm'), { timeoutMs });
}
