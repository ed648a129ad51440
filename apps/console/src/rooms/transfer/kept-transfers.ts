import { useMemo, useSyncExternalStore } from 'react';

/** The server lists neither exports nor imports: this browser remembers those that began here. */
export interface KeptTransfer {
  readonly id: string;
  readonly kind: 'export' | 'import';
  /** ISO 8601. */
  readonly startedAt: string;
  /** Name of the file of an import. */
  readonly name?: string;
}

const KEPT_MAX = 10;
const listeners = new Set<() => void>();
const keyOf = (kbid: string) => `lectern.transfers.${kbid}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Other windows of the same browser.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function read(text: string | null): readonly KeptTransfer[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(one: unknown): one is KeptTransfer {
  if (typeof one !== 'object' || one === null) return false;
  const [id, kind, startedAt]: unknown[] = ['id', 'kind', 'startedAt'].map((name) => Reflect.get(one, name));
  return typeof id === 'string' && typeof startedAt === 'string' && (kind === 'export' || kind === 'import');
}

function write(kbid: string, transfers: readonly KeptTransfer[]): void {
  if (transfers.length === 0) localStorage.removeItem(keyOf(kbid));
  else localStorage.setItem(keyOf(kbid), JSON.stringify(transfers));
  for (const listener of listeners) listener();
}

/** Keeps the newest ten of a box. */
export function keepTransfer(kbid: string, transfer: KeptTransfer): void {
  write(kbid, [transfer, ...read(localStorage.getItem(keyOf(kbid)))].slice(0, KEPT_MAX));
}

export function forgetTransfer(kbid: string, id: string): void {
  const kept = read(localStorage.getItem(keyOf(kbid)));
  write(
    kbid,
    kept.filter((one) => one.id !== id),
  );
}

/** Exports or imports of a box that began in this browser, newest first. */
export function useKeptTransfers(kbid: string, kind: KeptTransfer['kind']): readonly KeptTransfer[] {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(kbid)));
  return useMemo(() => read(text).filter((one) => one.kind === kind), [text, kind]);
}
