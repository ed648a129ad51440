import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './process';

/** The settings of the model that takes half the CPU of the default, where it is in the store. */
export function smallModel(): Readonly<Record<string, string>> {
  const id = 'minilm-l6';
  const store = process.env['MODELS_DIR'] ?? join(projectRoot, '.models');
  return existsSync(join(store, id)) ? { EMBEDDER: id } : {};
}
