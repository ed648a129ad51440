import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@lectern/contracts/core';
import type { ModelStore } from '../store/model-store';

/**
 * Removes a model from the store at once, then frees its space. Processes that have loaded it keep it until they end.
 *
 * @throws AppError `not_found`
 */
export async function removeModel(store: ModelStore, id: string): Promise<void> {
  const known = (await store.inspect()).some((entry) => entry.id === id);
  if (!known) throw new AppError('not_found', `There is no model ${id} in the store ${store.folder}`);
  // Named like additions in progress, so that the next addition removes the leftovers of a killed process.
  const aside = await mkdtemp(join(store.folder, '.adding-'));
  await rename(join(store.folder, id), join(aside, 'removed'));
  await rm(aside, { recursive: true, force: true });
}
