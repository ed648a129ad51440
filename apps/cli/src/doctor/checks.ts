import { existsSync } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { listTasks, readIndexRuns } from '@lectern/contracts/knowledge-box';
import { getUser } from '@lectern/contracts/accounts';
import { RefusedError, reasonOf } from '../api';
import type { CommandContext } from '../command';
import { CommandError } from '../exit-code';
import { chosenOrigin, connectionOf } from '../profile/connection';
import { findFolder } from '../profile/folders';

const TIMEOUT_MS = 10_000;
const FREE_BYTES_MIN = 2 * 1024 ** 3;
/** As in start.cjs. */
const NODE_MAJOR_MIN = 24;

/** What was looked at, and what to do about it. */
export interface Check {
  readonly name: string;
  readonly state: 'right' | 'wrong' | 'unknown';
  readonly found: string;
  readonly remedy?: string;
}

type Checking = (context: CommandContext) => Promise<readonly Check[]>;

/** All checks, one after the other; none changes anything, and none throws. */
export async function* checks(context: CommandContext): AsyncGenerator<Check> {
  for (const [name, check] of Object.entries(all)) {
    try {
      yield* await check(context);
    } catch (error) {
      if (context.signal.aborted) throw error;
      yield { name, state: 'unknown', found: reasonOf(error) };
    }
  }
}

const all: Readonly<Record<string, Checking>> = {
  node: async () => {
    const isRight = Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN;
    const remedy = `Install Node ${NODE_MAJOR_MIN} or later`;
    return [{ name: 'node', state: isRight ? 'right' : 'wrong', found: process.version, ...(!isRight && { remedy }) }];
  },
  'sign-ins': async ({ env, profiles }) => {
    const folder = findFolder('config', env);
    if (folder === undefined)
      return [{ name: 'sign-ins', state: 'unknown', found: 'no HOME', remedy: 'Set HOME to keep sign-ins' }];
    const file = join(folder, 'profiles.json');
    if (!existsSync(file)) return [{ name: 'sign-ins', state: 'right', found: 'none' }];
    const isOpen = ((await stat(file)).mode & 0o077) !== 0;
    const found = Object.keys(profiles.all()).join(', ');
    const remedy = `Others can read your tokens: chmod 600 ${file}`;
    return [{ name: 'sign-ins', state: isOpen ? 'wrong' : 'right', found, ...(isOpen && { remedy }) }];
  },
  server: async (context) => {
    const origin = chosenOrigin(context);
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const answer = await fetch(`${origin}/health/ready`, { signal }).catch(reasonOf);
    context.signal.throwIfAborted();
    const remedy = `Start it ("lectern serve"), or name another one with --url; a proxy must pass on ${origin}`;
    if (typeof answer === 'string')
      return [{ name: 'server', state: 'wrong', found: `${origin} cannot be reached: ${answer}`, remedy }];
    const text = (await answer.text()).slice(0, 500);
    if (answer.ok) return [{ name: 'server', state: 'right', found: `${origin} is ready` }];
    const log = 'It starts, or lacks a part that this answer names: wait a minute, then read its log';
    return [{ name: 'server', state: 'wrong', found: `${origin} is not ready: ${answer.status} ${text}`, remedy: log }];
  },
  token: async (context) => {
    try {
      connectionOf(context);
      const { email } = await context.api().call(getUser, {}, TIMEOUT_MS);
      return [{ name: 'token', state: 'right', found: `accepted, of ${email}` }];
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      // API keys of knowledge boxes belong to no user.
      const isKey = error instanceof RefusedError && error.status === 403;
      return [{ name: 'token', state: isKey ? 'right' : 'wrong', found: isKey ? 'of no user' : error.message }];
    }
  },
  tasks: async ({ api }) => {
    const { tasks } = await api().call(listTasks, { query: { state: 'failed' } }, TIMEOUT_MS);
    const remedy = 'See why with "lectern tasks list"; when the reason is gone, "lectern tasks replay"';
    const found = tasks.length === 0 ? 'none has failed for good' : `${tasks.length} or more have failed for good`;
    return [
      { name: 'tasks', state: tasks.length === 0 ? 'right' : 'wrong', found, ...(tasks.length > 0 && { remedy }) },
    ];
  },
  indexes: async ({ api }) => {
    const runs = await api().call(readIndexRuns, { params: { work: 'verify' } }, TIMEOUT_MS);
    const { differences, knowledge_boxes: boxes } = runs;
    const isWrong = differences > 0 || boxes.failed > 0;
    const found = boxes.total === 0 ? 'never verified' : `${differences} differences in ${boxes.total} knowledge boxes`;
    const remedy = isWrong ? 'Run "lectern index rebuild", then "lectern index verify"' : undefined;
    return [{ name: 'indexes', state: isWrong ? 'wrong' : 'right', found, ...(remedy && { remedy }) }];
  },
  data: async ({ env }) => {
    const home = env['XDG_DATA_HOME'] || (env['HOME'] && join(env['HOME'], '.local/share'));
    const folder = env['DATA_DIR'] || (home && join(home, 'lectern'));
    if (!folder || !existsSync(folder))
      return [
        { name: 'data', state: 'unknown', found: 'no data folder on this machine: it runs elsewhere, or never ran' },
      ];
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const mayWrite = await access(folder, constants.W_OK | constants.R_OK).then(
      () => true,
      () => false,
    );
    const remedies = [
      ...(free < FREE_BYTES_MIN ? ['Free some space: below 2 GiB uploads are refused soon'] : []),
      ...(mayWrite ? [] : [`Let the user of the server write to ${folder}`]),
    ];
    const found = `${folder}, ${Math.floor(free / 1024 ** 3)} GiB free${mayWrite ? '' : ', not writable'}`;
    return [
      { name: 'data', state: remedies.length > 0 ? 'wrong' : 'right', found, remedy: remedies.join('. ') || undefined },
    ];
  },
  settings: async ({ env }) => settingsOf(env),
};

/** What a server of these settings would lack. */
function settingsOf(env: CommandContext['env']): readonly Check[] {
  if (!env['DATABASE_URL'] && !env['NATS_URL'])
    return [
      { name: 'settings', state: 'right', found: 'one process with everything built in, as far as this shell says' },
    ];
  const missing = ['DATABASE_URL', 'SECRETS_KEY', 'PUBLIC_URL'].filter((name) => !env[name]);
  const remedy = `Set ${missing.join(', ')}: docs/configuration.md describes them`;
  const found = missing.length > 0 ? `${missing.join(', ')} missing` : 'complete';
  return [
    { name: 'settings', state: missing.length > 0 ? 'wrong' : 'right', found, ...(missing.length > 0 && { remedy }) },
  ];
}
