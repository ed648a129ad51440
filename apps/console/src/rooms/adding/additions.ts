import { useSyncExternalStore } from 'react';
import { connection } from '../../api/connection';
import { whenSignedOut } from '../../session/session';
import type { Source, StartTransfer } from './addition';
import { type Additions, AdditionStore } from './addition-store';
import { strategiesOf } from './chosen-strategies';
import { sendFile } from './file-transfer';
import { sendWritten } from './other-transfers';

const stores = new Map<string, AdditionStore>();

/** The additions to a box; there is one store per box while the page is open. */
export function additionsOf(kbid: string): AdditionStore {
  const known = stores.get(kbid);
  if (known) return known;
  const send: StartTransfer = (source, listener) =>
    source.kind === 'file' ? sendFile(kbid, source, listener) : sendWritten(kbid, source, listener);
  const store = new AdditionStore(send, () => !connection.isAway());
  stores.set(kbid, store);
  return store;
}

/** Adds something to a box, with the strategies that are chosen there at this moment. */
export function addSources(kbid: string, sources: readonly Source[]): void {
  const strategies = strategiesOf(kbid);
  additionsOf(kbid).add(sources.map((source) => ({ ...source, strategies })));
}

export function useAdditions(kbid: string): Additions {
  const store = additionsOf(kbid);
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}

connection.subscribe(() => {
  if (!connection.isAway()) for (const store of stores.values()) store.resumeAway();
});

whenSignedOut(() => {
  for (const store of stores.values()) store.pauseAll();
  stores.clear();
});

/** Browsers ask before they leave a page with transfers that are not finished. */
window.addEventListener('beforeunload', (event) => {
  const isBusy = [...stores.values()].some((store) => {
    const { running, waiting } = store.getSnapshot().totals.count;
    return running + waiting > 0;
  });
  if (isBusy) event.preventDefault();
});
