import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeSignInLink } from '@lectern/contracts/accounts';
import { createEvaluationSet, sendFeedback } from '@lectern/contracts/search';
import { until } from '../harness/client';
import { lectern } from '../harness/command-line';
import { inStandalone } from '../harness/in-standalone';
import { projectRoot } from '../harness/process';
import { deploymentOf, server } from '../harness/modes';

/** CPU of Node itself included; the start of most commands takes half of it. */
const START_CPU_MS_MAX = 150;
/** A test starts up to a dozen programs, each with a limit of its own. */
const TEST_MS_MAX = 180_000;
/** A second on a machine that does nothing else; less than any limit of a request. */
const STOP_MS_MAX = 8_000;
const LARGE_BYTES = 64 * 1024 ** 3;
jest.setTimeout(TEST_MS_MAX);

inStandalone('the command line', (mode) => {
  let home: string;
  let origin: string;
  let token: string;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'lectern-cli-'));
    const { origins, token: secret } = deploymentOf(mode);
    [origin, token] = [origins[0] ?? '', secret];
  });

  afterAll(() => rm(home, { recursive: true, force: true }));

  const run = (...args: string[]) => lectern(args, { HOME: home });

  it('signs in, creates a box, uploads a folder, searches, asks with sources, and exports', async () => {
    expect(await run('login', '--url', origin, '--token', token)).toMatchObject({ code: 0 });
    const slug = `cli-${Date.now()}`;
    const created = await run('kb', 'create', slug, '--title', 'Command line');
    expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
    const folder = join(home, 'notes');
    await mkdir(folder);
    await writeFile(join(folder, 'tides.txt'), 'The moon pulls the sea. Tides follow it twice a day.');
    await writeFile(join(folder, 'a\nb.txt'), 'The ibex climbs steep rocks in winter.');
    expect(await run('upload', folder, '--wait')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 files uploaded'),
    });
    expect(await run('upload', folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('2 there already') });
    expect((await run('search', 'What', 'pulls', 'the', 'sea?')).stdout).toContain('The moon pulls the sea.');
    const answer = await run('ask', 'What pulls the sea?');
    expect(answer).toMatchObject({ code: 0, stdout: expect.stringMatching(/moon[^]*\[1\][^]*\[1\] tides/) });
    const file = join(home, 'box.export');
    expect(await run('export', file)).toMatchObject({ code: 0, stdout: expect.stringContaining('2 resources') });
    expect(await run('export', file)).toMatchObject({ code: 2 });
    const key = (await run('keys', 'create', 'website', '--days', '1')).stdout.trim();
    const asKey = { LECTERN_URL: origin, LECTERN_API_KEY: key, LECTERN_KB: created.stdout.trim() };
    expect(await lectern(['search', 'sea'], asKey)).toMatchObject({ code: 0 });
    expect(await run('doctor', '--bundle', join(home, 'bundle.json'))).toMatchObject({
      stdout: expect.stringContaining('accepted'),
    });
    expect(await readFile(join(home, 'bundle.json'), 'utf8')).not.toContain(token);
  });

  it('keeps a box in step with a folder, also after a kill', async () => {
    const created = await run('kb', 'create', `sync-${Date.now()}`);
    const folder = join(home, 'many');
    await mkdir(folder);
    for (let n = 0; n < 60; n += 1) await writeFile(join(folder, `${n}.txt`), `Number ${n} of the list.`);
    const child = spawn(process.execPath, [program, 'sync', folder], { env: { HOME: home }, stdio: 'ignore' });
    await untilResources(created.stdout.trim(), 5);
    await kill(child);
    expect(await run('sync', folder)).toMatchObject({ code: 0 });
    expect(await run('kb', 'show', created.stdout.trim())).toMatchObject({
      stdout: expect.stringContaining('60 resources'),
    });
    expect(await run('sync', folder)).toMatchObject({ stdout: expect.stringMatching(/in step/) });
  });

  it('measures answers, and is a gate', async () => {
    const folder = join(home, 'notes');
    const created = await run('kb', 'create', `eval-${Date.now()}`);
    await run('upload', folder, '--wait', '--kb', created.stdout.trim());
    const file = join(home, 'questions.csv');
    await writeFile(file, 'question,documents,facts\nWhat pulls the sea?,tides.txt,the moon\n');
    const passed = await run('eval', 'run', file, '--min', 'recall=1', '--min', 'facts=1', '--json');
    expect(passed.code).toBe(0);
    expect(JSON.parse(passed.stdout)).toMatchObject({ recall: { mean: 1 }, facts: { mean: 1 }, answered: { mean: 1 } });
    await writeFile(file, 'question,documents,facts\nWhat pulls the sea?,tides.txt,the sun\n');
    expect(await run('eval', 'run', file, '--min', 'facts=1')).toMatchObject({ code: 1 });
  });

  it('measures the questions of a set of the server, and those whose answers people liked', async () => {
    const box = await server(mode).createKnowledgeBox();
    const body = 'The moon pulls the sea. High water follows twice a day.';
    await box.createResource({ title: 'Tides', texts: { body: { body } } }, { wait: 'embedded' });
    const moon = { question: 'What pulls the sea?', documents: ['Tides'], facts: ['the sun|the moon'] };
    const hall = { question: 'Who built the town hall?', answerable: false };
    await box.api(createEvaluationSet, { body: { title: 'Sea', questions: [moon, hall] } });
    expect(await run('eval', 'sets', '--kb', box.id)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^[0-9a-f-]{36} Sea \(2 questions\)\n$/),
    });
    const measured = async (...args: string[]) => {
      const { code, stdout } = await run('eval', 'run', '--kb', box.id, '--json', ...args);
      return { code, ...(code === 0 && { figures: JSON.parse(stdout) }) };
    };
    const all = { mean: 1, count: 1 };
    expect(await measured('--set', 'Sea')).toMatchObject({
      code: 0,
      figures: { questions: 2, recall: all, facts: all, answered: all, refusals: all },
    });

    const fromActivity = () => measured('--from-activity', new Date().toISOString().slice(0, 7));
    expect(await fromActivity()).toEqual({ code: 2 });
    const ask = { body: { query: moon.question }, headers: { 'x-synchronous': 'true' } };
    const { headers } = await box.client.send('POST', `${box.path}/ask`, ask);
    const ident = headers.get('svc-learning-id') ?? '';
    await box.api(sendFeedback, { body: { ident, good: true, task: 'CHAT' } });
    const liked = await until(async () => {
      const { code, figures } = await fromActivity();
      return code === 0 ? figures : undefined;
    }, 'the liked question is recorded');
    expect(liked).toMatchObject({ questions: 1, recall: all, answered: all });
  });

  it('gives files to groups, exports and imports, makes backups and restores them, and chats', async () => {
    const kbid = (await run('kb', 'create', `groups-${Date.now()}`)).stdout.trim();
    const file = join(home, 'salary.txt');
    await writeFile(file, 'Salary bands are decided in May.');
    const upload = () => run('upload', file, '--groups', 'hr, board', '--wait', '--kb', kbid);
    expect(await upload()).toMatchObject({ code: 0, stdout: expect.stringContaining('1 file uploaded') });
    expect(await upload()).toMatchObject({ code: 0, stdout: expect.stringContaining('1 there already') });
    const found = (...who: string[]) => run('search', 'salary', '--kb', kbid, ...who);
    expect([(await found('--group', 'hr')).code, (await found('--public')).code]).toEqual([0, 1]);

    const exported = join(home, 'salary.export');
    expect(await run('export', exported, '--kb', kbid)).toMatchObject({ code: 0 });
    const copy = (await run('kb', 'create', `copy-${Date.now()}`)).stdout.trim();
    expect(await run('import', exported, '--kb', copy)).toMatchObject({ code: 0 });
    expect((await run('kb', 'show', copy)).stdout).toContain('1 resource');
    const backup = (await run('backup', 'create', '--kb', kbid)).stdout.trim().split('\n').at(-1) ?? '';
    const id = /[0-9a-f-]{36}/.exec(backup)?.[0] ?? '';
    const restored = await run('restore', id, `restored-${Date.now()}`);
    expect(restored).toMatchObject({ code: 0 });

    const chat = spawn(process.execPath, [program, 'chat', '--kb', kbid, '--group', 'hr'], { env: { HOME: home } });
    let said = '';
    chat.stdout.on('data', (piece: Buffer) => (said += piece.toString()));
    chat.stdin.end('When are salary bands decided?\nWho decided it on the moon?\n/quit\n');
    expect(await once(chat, 'exit')).toEqual([0, null]);
    expect(said).toContain('May');
    expect(await run('sign-in')).toMatchObject({ code: 0, stdout: expect.stringMatching(/\/sign-in#[\w-]{43}\n$/) });
    expect((await server(mode).api.call(makeSignInLink)).sign_in).toMatch(/\/sign-in#[\w-]{43}$/);
  });

  it('watches a folder until Ctrl+C, and continues an upload that Ctrl+C interrupted', async () => {
    const kbid = (await run('kb', 'create', `watched-${Date.now()}`)).stdout.trim();
    const folder = join(home, 'watched');
    await mkdir(folder);
    for (let n = 0; n < 40; n += 1) await writeFile(join(folder, `${n}.txt`), `Page ${n} of the book.`);
    const begin = (...args: string[]) =>
      spawn(process.execPath, [program, ...args, '--kb', kbid], {
        env: { HOME: home },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
    const interrupted = begin('upload', folder, '--parallel', '1');
    const said = text(interrupted.stderr);
    await untilResources(kbid, 3);
    interrupted.kill('SIGINT');
    const [code]: unknown[] = interrupted.exitCode === null ? await once(interrupted, 'exit') : [interrupted.exitCode];
    expect([0, 130]).toContain(code);
    if (code === 130)
      expect(await said).toMatch(/^Stopped: \d+ files? uploaded, .* The same command does the rest\.$/m);
    expect(await run('upload', folder, '--kb', kbid)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/there already/),
    });
    const watching = begin('sync', folder, '--name', 'book', '--watch');
    await untilResources(kbid, 80);
    await writeFile(join(folder, 'new.txt'), 'An appendix.');
    await untilResources(kbid, 81);
    watching.kill('SIGINT');
    expect(await once(watching, 'exit')).toEqual([130, null]);
    expect(await run('sync', folder, '--name', 'book', '--kb', kbid)).toMatchObject({ code: 0 });
  });

  it.each([
    ['ask', 'What?'],
    ['chat'],
    ['search', 'What?'],
    ['import', 'large.export'],
    ['upload', 'box.export'],
    ['sync', 'notes'],
    ['export', 'new.export', '--force'],
    ['backup', 'create', '--account', 'a'],
    ['index', 'rebuild'],
    ['doctor'],
    ['login'],
  ])('ends with 130 at Ctrl+C, and soon, while the server does not answer: %s', async (...args) => {
    const silent = createServer(() => undefined);
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await writeFile(join(home, 'box.export'), 'x');
    // A hole, which takes no room and a minute to read.
    await writeFile(join(home, 'large.export'), '');
    await truncate(join(home, 'large.export'), LARGE_BYTES);
    const asked = once(silent, 'request');
    const env = {
      HOME: home,
      LECTERN_URL: `http://127.0.0.1:${port}`,
      LECTERN_TOKEN: args[0] === 'login' ? '' : 'secret',
      LECTERN_KB: '4616d8b6-6e5b-4a0b-9d3a-2f6f1c1c2d3e',
    };
    const child = spawn(process.execPath, [program, ...args], { env, cwd: home, stdio: ['pipe', 'ignore', 'pipe'] });
    const errors: Buffer[] = [];
    child.stderr.on('data', (piece: Buffer) => errors.push(piece));
    child.stdin.write('What?\n');
    await asked;
    const stoppedMs = performance.now();
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([130, null]);
    expect(performance.now() - stoppedMs).toBeLessThan(STOP_MS_MAX);
    expect(Buffer.concat(errors).toString()).not.toMatch(/Error|\n +at /);
    silent.close();
    silent.closeAllConnections();
  });

  it('ends quietly when the reader of its output has gone, and at Ctrl+C with 130', async () => {
    const closed = spawn(process.execPath, [program, 'profiles', 'list'], { env: { HOME: home } });
    closed.stdout.destroy();
    const errors: Buffer[] = [];
    closed.stderr.on('data', (piece: Buffer) => errors.push(piece));
    await once(closed, 'close');
    expect(Buffer.concat(errors).toString()).toBe('');
    const waiting = spawn(process.execPath, [program, 'login', '--url', origin, '--profile', 'other'], {
      env: { HOME: home },
    });
    await once(waiting.stdout, 'data');
    waiting.kill('SIGINT');
    const [code]: unknown[] = await once(waiting, 'exit');
    expect(code).toBe(130);
  });

  it('starts in little time', async () => {
    const usage = `process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write(String((user + system) / 1000)); })`;
    const preload = join(home, 'usage.cjs');
    await writeFile(preload, usage);
    const used: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const child = spawn(process.execPath, ['--require', preload, program, 'profiles', 'list'], {
        env: { HOME: home },
      });
      let text = '';
      child.stderr.on('data', (piece: Buffer) => (text += piece.toString()));
      await once(child, 'close');
      used.push(Number(text));
    }
    expect(Math.min(...used)).toBeLessThan(START_CPU_MS_MAX);
  });

  it('completes its commands in a shell, each with a line', async () => {
    for (const shell of ['bash', 'zsh', 'fish'])
      expect((await run('completion', shell)).stdout).toContain('lectern complete --');
    expect((await run('complete', '--', 'ind')).stdout).toContain('index');
    const lines = (await run('complete', '--', '')).stdout.trimEnd().split('\n');
    expect(lines).toContain('upload\tadd files and folders to a knowledge box');
    expect(lines.filter((line) => !/^(?:[\w-]+\t\S.*|:\d+)$/.test(line))).toEqual([]);
    expect((await run('complete', '--', 'eval', '')).stdout).toMatch(/^run\t.*\ncompare\t.*\nsets\t.*\n:\d+\n$/);
  });

  async function untilResources(kbid: string, count: number): Promise<void> {
    for (let round = 0; round < 300; round += 1) {
      const { stdout } = await run('kb', 'show', kbid, '--json');
      const { counters }: { counters: { resources: number } } = JSON.parse(stdout);
      if (counters.resources >= count) return;
    }
    throw new Error('Nothing is sent');
  }
});

const program = join(projectRoot, 'dist/apps/cli/main.js');

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
