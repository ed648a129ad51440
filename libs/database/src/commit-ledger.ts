import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '@lectern/contracts/core';

interface Ledger {
  mayHaveCommitted: boolean;
  readonly outer?: Ledger;
}

const ledgers = new AsyncLocalStorage<Ledger>();

/** Called before a commit is sent: from now on only the answer tells whether it happened. */
export function noteCommit(): void {
  for (let ledger = ledgers.getStore(); ledger; ledger = ledger.outer) ledger.mayHaveCommitted = true;
}

/**
 * Runs `work`. If it fails before any of its transactions was about to be committed, the error says that nothing was
 * done: data stored beforehand, such as a file, can be removed.
 *
 * @throws the errors of `work`
 */
export async function knowingWhetherDone<T>(work: () => Promise<T>): Promise<T> {
  const ledger: Ledger = { mayHaveCommitted: false, outer: ledgers.getStore() };
  try {
    return await ledgers.run(ledger, work);
  } catch (error) {
    if (!(error instanceof AppError) || ledger.mayHaveCommitted) throw error;
    const { code, message, details, cause } = error;
    throw new AppError(code, message, { ...details, nothingDone: true }, { cause });
  }
}
