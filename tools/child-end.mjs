// Notes about the end of a child by its parent: a process that dies of a fatal signal cannot tell it itself. The
// counterpart is libs/runtime/src/process-ends.ts.
import { readdirSync, renameSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';

/** They come from the process's own code. Others come from elsewhere: SIGKILL and SIGTERM prove nothing. */
const fatal = new Set(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGSYS', 'SIGTRAP']);

/** As libs/config/src/data-dir.ts has it. */
function dataDir() {
  const shared = process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share');
  return process.env.DATA_DIR || join(shared, 'lectern');
}

/** Notes below the data folder that the process ended by itself, if it did. */
export function noteChildEnd(pid, signal) {
  if (!fatal.has(signal)) return;
  const folder = join(dataDir(), 'process-ends');
  const begin = `${hostname().replaceAll('_', '-')}_${pid}_`;
  try {
    for (const file of readdirSync(folder)) {
      if (!file.startsWith(begin) || !file.endsWith('.running')) continue;
      renameSync(join(folder, file), join(folder, file.replace('.running', '.ended')));
    }
  } catch {
    // Without a folder there is nobody to tell.
  }
}
