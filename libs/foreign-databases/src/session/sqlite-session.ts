import { entryFile } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { boundedWork, tooMuch } from './bounded-work';
import { connectionError } from './connection-errors';
import { type QueryBounds, QueryError, type QueryRows, type SqlSession, type TableInfo } from './sql-session';
import type { SqliteAnswer, SqliteRequest } from './sqlite-messages';

const START_TIMEOUT_MS = 10_000;
const MEMORY_MB = 256;

/**
 * Opens a file below the folder that the operator allows.
 *
 * @param folder undefined where the operator allows none
 * @throws AppError `invalid_request` for any other file, `unavailable` when it is no database
 */
export async function openSqlite(path: string, folder: string | undefined): Promise<SqlSession> {
  if (folder === undefined)
    throw new AppError('invalid_request', 'SQLite files are not read here: the operator has to set SQLITE_FOLDER');
  const file = await fileWithin(path, folder);
  const execArgv = [`--max-old-space-size=${MEMORY_MB}`, '--disable-warning=ExperimentalWarning'];
  const child = fork(entryFile(__dirname, 'sqlite.worker'), [file], {
    env: {},
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const session = new SqliteSession(child);
  try {
    const signal = AbortSignal.timeout(START_TIMEOUT_MS);
    await Promise.race([once(child, 'message', { signal }), endOf(child)]);
    return session;
  } catch (error) {
    session.close();
    throw connectionError(error);
  }
}

/** Links are followed before it is looked whether the file is in the folder. */
async function fileWithin(path: string, folder: string): Promise<string> {
  const unknown = new AppError('invalid_request', 'The database has no such file');
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, path));
    if (!file.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) throw unknown;
    if (!(await stat(file)).isFile()) throw unknown;
    return file;
  } catch {
    throw unknown;
  }
}

class SqliteSession implements SqlSession {
  isUsable = true;

  constructor(private readonly child: ChildProcess) {
    child.on('exit', () => (this.isUsable = false));
    child.on('error', () => this.close());
  }

  async query(statement: string, bounds: QueryBounds): Promise<QueryRows> {
    const { rowsMax, bytesMax } = bounds;
    const answer = await this.ask(
      { kind: 'query', statement: statement.replace(/[\s;]+$/, ''), rowsMax, bytesMax },
      bounds,
    );
    if ('rows' in answer) return answer.rows;
    throw 'tooMuch' in answer ? tooMuch(bytesMax) : connectionError(undefined);
  }

  async tables(bounds: QueryBounds): Promise<readonly TableInfo[]> {
    const answer = await this.ask({ kind: 'tables' }, bounds);
    if ('tables' in answer) return answer.tables;
    throw connectionError(undefined);
  }

  close(): void {
    this.isUsable = false;
    this.child.kill('SIGKILL');
  }

  private async ask(request: SqliteRequest, bounds: QueryBounds): Promise<SqliteAnswer> {
    if (!this.isUsable) throw connectionError(undefined);
    const answer = await boundedWork(bounds, { end: () => this.close() }, () => this.exchange(request));
    if ('problem' in answer) throw new QueryError(answer.problem, answer.isAboutNames);
    return answer;
  }

  private async exchange(request: SqliteRequest): Promise<SqliteAnswer> {
    const stopped = new AbortController();
    const { signal } = stopped;
    try {
      const answered = once(this.child, 'message', { signal });
      this.child.send(request);
      // Of our own process.
      const [answer] = (await Promise.race([answered, endOf(this.child, signal)])) as [SqliteAnswer];
      return answer;
    } finally {
      stopped.abort();
    }
  }
}

/** Never resolves. @throws AppError when the process ends */
async function endOf(child: ChildProcess, signal?: AbortSignal): Promise<never> {
  await once(child, 'exit', signal ? { signal } : {});
  throw connectionError(undefined);
}
