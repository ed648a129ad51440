import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { entryFile } from '@lectern/config';
import {
  createAccount,
  findUsagePosition,
  forgetUsageJournal,
  getAccountUsage,
  recordUsage,
} from '@lectern/contracts/accounts';
import { type Principal, systemPrincipal } from '@lectern/contracts/core';
import { AccountsHost } from '../accounts-host.fixture';

/** A process takes a second to start; `USAGE_KILLS=50` tries more. */
const KILLS = Number(process.env['USAGE_KILLS'] ?? 12);
const BATCH = 40;
const operations = [recordUsage, findUsagePosition, forgetUsageJournal];

interface Asked {
  readonly ask: number;
  readonly name: string;
  readonly body: object;
}

/** A process that measures: its calls go through this one, which is the network between it and the accounts host. */
const PROGRAM = ({ journal, sink, core }: Record<'journal' | 'sink' | 'core', string>) => `
  const { MeterJournal } = require(${JSON.stringify(journal)});
  const { UsageSink } = require(${JSON.stringify(sink)});
  const { AppError } = require(${JSON.stringify(core)});
  const waiting = new Map();
  let asked = 0;
  const request = (operation, { body }) => new Promise((resolve, reject) => {
    waiting.set(++asked, { resolve, reject });
    process.send({ ask: asked, name: operation.name, body });
    setTimeout(() => reject(new AppError('deadline_exceeded', 'No answer')), 300).unref();
  });
  const journal = new MeterJournal(new UsageSink({ request }), { counter: () => ({ inc() {} }) });
  process.on('message', ({ answer, value, append, drain }) => {
    if (answer !== undefined) {
      const { resolve, reject } = waiting.get(answer);
      return value === undefined ? reject(new AppError('unavailable', 'The host is away')) : resolve(value);
    }
    if (append) {
      for (const event of append) if (!journal.append('event', JSON.stringify(event))) throw new Error('full');
      process.send({ appended: append.length });
      journal.flush();
    }
    if (drain) journal.flush().then((isDone) => process.send({ drained: isDone }));
  });
`;

describe('usage under kills', () => {
  let host: AccountsHost;
  let folder: string;
  let account: string;
  let owner: Principal;

  beforeAll(async () => {
    host = await AccountsHost.start();
    folder = mkdtempSync(join(tmpdir(), 'usage-kills-'));
    owner = { ...(await host.createUser()), roles: ['AOWNER'] };
    const body = { title: 'Acme', workflow: 'classic', eula_accepted: false } as const;
    ({ id: account } = await host.bus.request(createAccount, { body }, { principal: owner }));
  });
  afterAll(async () => {
    await host.close();
    rmSync(folder, { recursive: true });
  });

  /** Answers as the accounts host does, and in one of four cases as one does that is killed. */
  async function answer(child: ChildProcess, { ask, name, body }: Asked, isKilled: boolean): Promise<void> {
    const fate = isKilled ? Math.floor(Math.random() * 4) : 3;
    if (fate === 0) return void send(child, { answer: ask });
    const operation = operations.find((one) => one.name === name);
    // Its body is what the sink asked with.
    const asking = host.bus.request(
      operation as typeof recordUsage,
      { body: body as never },
      { principal: systemPrincipal },
    );
    if (fate === 1) void cutConnections();
    const value = await asking.catch(() => undefined);
    // Killed after the commit: nobody hears of it.
    if (fate !== 2) send(child, { answer: ask, value });
  }

  /** As a database does that restarts, in the middle of transactions. */
  async function cutConnections(): Promise<void> {
    const sql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%usage_%'`;
    await host.run((tx) => tx.query(sql)).catch(() => undefined);
  }

  function send(child: ChildProcess, message: object): void {
    if (child.connected) child.send(message, () => undefined);
  }

  function start(isKilled: boolean): ChildProcess {
    const libs = join(__dirname, '../../..');
    const parts = {
      journal: entryFile(join(libs, 'usage/src'), 'meter-journal'),
      sink: entryFile(join(libs, 'usage/src'), 'usage-sink'),
      core: entryFile(join(libs, 'contracts/src'), 'core'),
    };
    const program = join(folder, 'measures.cjs');
    writeFileSync(program, PROGRAM(parts));
    const child = fork(program, { env: { ...process.env, USAGE_DIR: join(folder, 'journals') } });
    child.on('message', (message: Partial<Asked>) => {
      // Messages with this member have the others, too.
      if (message.ask !== undefined) void answer(child, message as Asked, isKilled);
    });
    return child;
  }

  /** The first message that has the member. */
  function heard(child: ChildProcess, member: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      child.on('message', (message: Record<string, unknown>) => {
        if (member in message) resolve(message[member]);
      });
      child.once('exit', (code) => reject(new Error(`The process ended with ${code}`)));
    });
  }

  async function counted(): Promise<number | undefined> {
    const query = { from: '2026-01-01T00:00:00Z', aggregation: 'millennium', to: '2126-01-01T00:00:00Z' } as const;
    const { points } = await host.bus.request(getAccountUsage, { params: { account }, query }, { principal: owner });
    return points[0]?.metrics.find(({ name }) => name === 'searches_performed')?.value;
  }

  it('is neither lost nor doubled, whichever side is killed', async () => {
    const event = { account, atMs: Date.now(), client: 'api', metrics: { searches_performed: 1 } };
    let appended = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = start(true);
      const appending = heard(child, 'appended');
      send(child, { append: Array.from({ length: BATCH }, () => event) });
      appended += Number(await appending);
      // Somewhere in a delivery.
      await sleep(Math.random() * 60);
      const ending = once(child, 'exit');
      child.kill('SIGKILL');
      await ending;
    }
    // Folders of killed processes are taken over once they are two seconds old.
    for (const name of readdirSync(join(folder, 'journals'))) utimesSync(join(folder, 'journals', name), 0, 0);
    const last = start(false);
    const draining = heard(last, 'drained');
    send(last, { drain: true });
    await draining;
    last.kill();
    expect(await counted()).toBe(appended);
    expect(appended).toBe(KILLS * BATCH);
  }, 300_000);
});
