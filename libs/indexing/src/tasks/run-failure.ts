import { InterruptedError, type TaskRun } from '@lectern/database';

/** Whether an attempt ends because the process does, which is nobody's failure: it is made again at the next start. */
export function endsWithProcess({ signal }: Pick<TaskRun, 'signal'>): boolean {
  return signal.reason instanceof InterruptedError;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
