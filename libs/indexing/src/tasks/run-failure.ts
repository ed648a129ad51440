import { InterruptedError, type TaskRun } from '@lectern/database';

/** Whether an attempt ends because the process stops, which is not a failure: it is repeated at the next start. */
export function endsWithProcess({ signal }: Pick<TaskRun, 'signal'>): boolean {
  return signal.reason instanceof InterruptedError;
}
