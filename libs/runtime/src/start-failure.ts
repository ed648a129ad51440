/** Message of a failed start: the reason, and a remedy in its last line. */
export interface StartEnvironment {
  /** Folder of everything embedded. */
  readonly dataDir: string;
  readonly healthPort: number;
}

interface Remedy {
  readonly is: RegExp;
  readonly text: (error: string, environment: StartEnvironment) => string;
}

/** Matched by error codes of the operating system and Postgres, and by messages of libraries. */
const remedies: readonly Remedy[] = [
  {
    is: /EADDRINUSE/,
    text: (error, environment) => `stop the program that has it, or set ${portOf(error, environment)}`,
  },
  {
    is: /EADDRNOTAVAIL|listen ENOTFOUND/,
    text: () => 'HTTP_HOST and HEALTH_HOST must be addresses of this machine, or 0.0.0.0 for all of them',
  },
  { is: /listen EACCES/, text: (error, environment) => `set ${portOf(error, environment)} to a port above 1023` },
  {
    is: /ENOSPC|EDQUOT|no space left|53100|disk (is )?full|database or disk is full/i,
    text: (_, { dataDir }) => `the disk is full: make room where ${dataDir} is, and start again`,
  },
  {
    is: /EACCES|EPERM|EROFS|ENOTDIR|EEXIST|permission denied|read-only file system|unable to open database file/i,
    text: (_, { dataDir }) => `let this user write to ${dataDir}, or set another DATA_DIR`,
  },
  { is: /is in use by another process/, text: () => 'stop that process, or set another DATA_DIR' },
  {
    is: /The embedded database/,
    text: () => 'look into the lines of the database above, or set DATABASE_URL to use another server',
  },
  {
    is: /is not in the model store/,
    text: () => 'run "lectern models add" with its name, or correct the setting',
  },
  { is: /EMFILE|ENFILE|too many open files/i, text: () => 'raise the limit of open files (ulimit -n)' },
  { is: /ENOMEM|out of memory|cannot allocate memory/i, text: () => 'give it more memory, or stop other programs' },
];
/** Our own messages already say what to do, after a colon. */
const SAYS_IT =
  /: (correct|create|start|set|run|remove|dump|give|add|use|is the address|stop|raise|let)\b|\b(correct|set) [A-Z][A-Z_]+/;

/** Explains to people why the process ends. The last line says what to do. */
export function startFailure(error: unknown, environment: StartEnvironment): string {
  const message = startFailureMessage(error).trim();
  const remedy = remedyOf(message, environment);
  if (remedy === undefined) return `Lectern cannot start: ${message}`;
  return `Lectern cannot start: ${message}${message.includes('\n') ? `\nWhat to do: ${remedy}` : `: ${remedy}`}`;
}

function remedyOf(message: string, environment: StartEnvironment): string | undefined {
  const [lastLine = ''] = message.split('\n').slice(-1);
  const known = remedies.find(({ is }) => is.test(message));
  if (known && !SAYS_IT.test(lastLine)) return known.text(message, environment);
  return SAYS_IT.test(lastLine) ? undefined : 'start again with LOG_LEVEL=debug to see where it failed';
}

/** A cause from the operating system says more than the error that wraps it. */
function startFailureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? startFailureMessage(error.cause) : '';
  const isNew = cause !== '' && !error.message.includes(cause) && remedies.some(({ is }) => is.test(cause));
  return isNew ? `${error.message} (${cause})` : error.message;
}

function portOf(error: string, { healthPort }: StartEnvironment): string {
  const [, port] = /:(\d+)\b/.exec(error) ?? [];
  return port === String(healthPort) ? 'HEALTH_PORT' : 'HTTP_PORT';
}
