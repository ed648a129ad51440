import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { McpSource } from '../engine/mcp-source';
import { HANDSHAKE, TestMcp } from './mcp-servers.fixture';

const EVERYTHING = join(process.cwd(), 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const SECRET = 'the-token-of-the-driver';

/** A server of the protocol that misbehaves as its first argument says. */
const HOSTILE = `
const [how, notes] = process.argv.slice(1);
const { writeFileSync } = require('node:fs');
const { spawn } = require('node:child_process');
const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
const flood = (text) => { const more = () => { while (process.stdout.write(text)); process.stdout.once('drain', more); }; more(); };
process.on('SIGTERM', () => undefined);
if (how === 'forks') {
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => 0); setInterval(() => 0, 1000)'], { stdio: 'inherit' });
  writeFileSync(notes, String(process.pid) + ' ' + String(child.pid));
}
if (how === 'never') writeFileSync(notes, String(process.pid));
if (how === 'leaves') process.exit(3);
setInterval(() => 0, 1000);
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (how === 'never' || id === undefined) return;
  if (method === 'initialize') return say({ jsonrpc: '2.0', id, result: ${JSON.stringify(HANDSHAKE)} });
  if (how === 'floods a line') return flood('x'.repeat(65536));
  if (how === 'floods messages') return flood(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/hello' }) + '\\n');
  if (how === 'nests') return process.stdout.write('['.repeat(5000) + '\\n');
  if (how === 'writes garbage') return process.stdout.write('hello\\n');
  if (how === 'exits') return process.exit(1);
  const text = how === 'tells' ? JSON.stringify(process.env) : 'hello';
  say({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });
});
`;

let folder: string;
let test: TestMcp;
let notes = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-programs-'));
  const hostile = (how: string) => ({
    command: process.execPath,
    args: ['-e', HOSTILE, how, join(folder, how)],
    env: { OF_OPERATOR: 'the-secret-of-the-operator' },
    variables: ['TOKEN'],
  });
  const ways = [
    'forks',
    'never',
    'leaves',
    'floods a line',
    'floods messages',
    'nests',
    'writes garbage',
    'exits',
    'tells',
  ];
  process.env['MCP_STDIO_SERVERS'] = JSON.stringify({
    everything: { command: process.execPath, args: [EVERYTHING, 'stdio'] },
    missing: { command: join(folder, 'missing') },
    ...Object.fromEntries(ways.map((how) => [how.replaceAll(' ', '-'), hostile(how)])),
  });
  test = new TestMcp();
  delete process.env['MCP_STDIO_SERVERS'];
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});
let agents = 0;
beforeEach(() => {
  test.agent = `agent ${(agents += 1)}`;
});
afterEach(() => test.end());

const open = (server: string, dialog: Parameters<TestMcp['open']>[1] = {}, env: object = {}): McpSource => {
  notes = join(folder, server);
  return test.open({ server, env }, dialog, 'mcpstdio');
};
const call = (source: McpSource, name = 'a', given: Readonly<Record<string, unknown>> = {}) =>
  source.call(name, given, { signal: test.signal });
const pids = () => (existsSync(notes) ? readFileSync(notes, 'utf8').split(' ').map(Number) : []);
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    // A process that nobody has waited for yet is over, too.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};
const untilGone = async (all: readonly number[]) => {
  for (let tries = 0; all.some(isAlive) && tries < 100; tries += 1) await sleep(50);
  return all.filter(isAlive);
};

describe('a server of the protocol that is a program', () => {
  it('lists tools and prompts, and answers calls', async () => {
    const source = open('everything');
    expect(source.transport).toBe('STDIO');
    expect((await source.tools()).map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'get-sum']));
    expect((await source.prompts()).length).toBeGreaterThan(0);
    const { parts } = await call(source, 'echo', { message: 'hello' });
    expect(parts).toMatchObject([{ kind: 'text', text: 'Echo: hello' }]);
  }, 30_000);

  it('asks for a text of a model, where the dialog allows it', async () => {
    const source = open('everything', { sample: async () => 'A sampled text' });
    const tool = (await source.tools()).find(({ name }) => name.includes('sampling'));
    const { parts } = await call(source, tool?.name ?? '', { prompt: 'hello', maxTokens: 10 });
    expect(JSON.stringify(parts)).toContain('A sampled text');
  }, 30_000);

  it('gets nothing of the environment but what the operator and the driver say, and its secrets stay secret', async () => {
    process.env['OF_SERVICE'] = 'the-secret-of-the-service';
    const { parts } = await call(open('tells', {}, { TOKEN: SECRET }));
    delete process.env['OF_SERVICE'];
    const said = JSON.stringify(parts);
    expect(said).toContain('TOKEN');
    expect(said).toContain('OF_OPERATOR');
    expect(said).not.toMatch(/OF_SERVICE|the-token|the-secret/);
  });

  it('runs a few times at once for one agent', async () => {
    const sources = Array.from({ length: 5 }, (_, at) => open('tells', { readTimeoutMs: 20_000 + at }));
    const outcomes = await Promise.allSettled(sources.map((source) => call(source)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'rate_limited' } });
  });

  it.each(['github', '__proto__', ''])('is not started when the operator does not allow %s', (server) => {
    expect(() => open(server)).toThrow(/no MCP server that may be started; the operator allows: everything, /);
  });
});

describe('a hostile program', () => {
  it.each([
    ['floods-a-line', 'too_large', /bytes/],
    ['floods-messages', 'quota_exceeded', /messages/],
    ['nests', 'too_large', /levels/],
    ['writes-garbage', 'unavailable', /something else than messages/],
    ['exits', 'unavailable', /closed the connection/],
    ['leaves', 'unavailable', /closed the connection|cannot be reached/],
    ['missing', 'unavailable', /cannot be reached/],
  ])('that %s fails its call as %s', async (server, code, message) => {
    await expect(call(open(server))).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('that never answers ends after the time of the call, and then at all', async () => {
    await expect(call(open('never', { readTimeoutMs: 1_500 }))).rejects.toMatchObject({ code: 'deadline_exceeded' });
    expect(pids()).toHaveLength(1);
    expect(await untilGone(pids())).toEqual([]);
  });

  it('that starts others, and does not end when it is asked to, ends with the interaction, and they with it', async () => {
    await call(open('forks'));
    expect(pids()).toHaveLength(2);
    expect(pids().map(isAlive)).toEqual([true, true]);
    test.end();
    expect(await untilGone(pids())).toEqual([]);
  });
});
