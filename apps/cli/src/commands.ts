import { addModel } from './add-model';
import { sweepUnnamedBlobs } from './blob-commands';
import type { Command } from './command';
import { rebuildIndex, showIndexRuns, verifyIndex } from './index-commands';
import { rotateKeys, showKeys } from './key-commands';
import { removeStoredModel, showModels } from './model-commands';
import { replayFailedTasks, showTasks } from './task-commands';

/** All that `lectern` can do. */
export const commands: readonly Command[] = [
  rebuildIndex,
  verifyIndex,
  showIndexRuns,
  showTasks,
  replayFailedTasks,
  sweepUnnamedBlobs,
  showKeys,
  rotateKeys,
  showModels,
  addModel,
  removeStoredModel,
];
