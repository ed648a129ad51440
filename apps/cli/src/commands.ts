import { addModel } from './add-model';
import { sweepUnnamedBlobs } from './blob-commands';
import { makeBackup, removeBackup, restoreFromBackup, showBackups } from './box/backup-commands';
import { createBox, deleteBox, listBoxes, showBox, useBox } from './box/kb-commands';
import { createKey, deleteKey, listKeys } from './box/key-commands';
import { exportBox, importBox } from './box/transfer-commands';
import type { Command } from './command';
import { printCompletion } from './completion-command';
import { uploadFiles } from './content/upload-command';
import { examine } from './doctor/doctor-command';
import { compareEvaluations, listSets, runEvaluation } from './evaluation/eval-commands';
import { rebuildIndex, showIndexRuns, verifyIndex } from './index-commands';
import { rotateMasterKeys, showMasterKeys } from './master-key-commands';
import { removeStoredModel, showModels } from './model-commands';
import { logIn, logOut, showProfiles, useProfile } from './profile/login-commands';
import { askAgent, listAgents } from './question/agent-commands';
import { askQuestion, chat } from './question/ask-commands';
import { search } from './question/search-commands';
import { demonstrate, serve } from './serve-commands';
import { signIn } from './sign-in-command';
import { syncFolder } from './sync/sync-command';
import { replayFailedTasks, showTasks } from './task-commands';

/** All that `lectern` can do, in the order of its help. */
export const commands: readonly Command[] = [
  serve,
  demonstrate,
  examine,
  signIn,
  logIn,
  logOut,
  showProfiles,
  useProfile,
  listBoxes,
  createBox,
  useBox,
  showBox,
  deleteBox,
  uploadFiles,
  syncFolder,
  search,
  askQuestion,
  chat,
  listAgents,
  askAgent,
  runEvaluation,
  compareEvaluations,
  listSets,
  exportBox,
  importBox,
  makeBackup,
  showBackups,
  removeBackup,
  restoreFromBackup,
  listKeys,
  createKey,
  deleteKey,
  rebuildIndex,
  verifyIndex,
  showIndexRuns,
  showTasks,
  replayFailedTasks,
  sweepUnnamedBlobs,
  showMasterKeys,
  rotateMasterKeys,
  showModels,
  addModel,
  removeStoredModel,
  printCompletion,
];
