import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapes, exhaustions } from './escapes.fixture';
import { runPython } from './python-sandbox';
import { OutsideError, SANDBOX_BYTES_MAX, sandboxImports } from './sandbox-imports';

const by = { owner: 'spec', signal: new AbortController().signal };
const run = (code: string, values: Readonly<Record<string, unknown>> = {}) => runPython({ code, values }, by);
/** The result, or the message of the refusal. */
const outcomeOf = (code: string) =>
  run(code).then(
    ({ result, printed }) => ({ result, printed }),
    (error: unknown) => ({ code: Object(error).code, message: Object(error).message }),
  );
const SECRET = 'a secret of the machine';

describe('code in a sandbox', () => {
  it('is Python, with its values as variables, and returns the variable result', async () => {
    const values = { texts: ['Ibex 😀', 'ä "quoted" \\ \n line'], limit: 1.5, flag: true, nothing: null };
    const code =
      'import re\nwords = [word for text in texts for word in text.split()]\n' +
      'result = {"words": words, "limit": limit * 2, "flag": flag, "nothing": nothing, ' +
      '"first": re.match("[A-Z]\\\\w+", texts[0]).group(0)}\nprint("seen", len(words))';
    expect(await run(code, values)).toEqual({
      result: {
        words: ['Ibex', '😀', 'ä', '"quoted"', '\\', 'line'],
        limit: 3,
        flag: true,
        nothing: null,
        first: 'Ibex',
      },
      printed: 'seen 6\n',
    });
    expect(await run('pass')).toEqual({ result: null, printed: '' });
  });

  it('says what is wrong with it', async () => {
    await expect(run('result = 1 / 0')).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^The code failed: ZeroDivisionError/),
    });
    await expect(run('def')).rejects.toMatchObject({ message: expect.stringContaining('SyntaxError') });
  });

  it('leaves nothing to the code after it', async () => {
    const spoiling = 'import builtins\ntry:\n    builtins.len = None\nexcept AttributeError:\n    pass';
    await run(`kept = 2\nlen = None\n${spoiling}`);
    expect(await run('result = ["kept" in globals(), len("ab")]')).toMatchObject({ result: [false, 2] });
  });

  it('starts within a second of CPU time', async () => {
    await run('pass');
    const before = performance.now();
    await run('result = sum(range(1000))');
    process.stdout.write(`a run of Python: ${(performance.now() - before).toFixed()} ms\n`);
  });

  it.each(Object.entries(exhaustions))(
    'is stopped when it takes too much: %s',
    async (_, code) => {
      expect(await outcomeOf(code)).toMatchObject({ code: 'invalid_request' });
      expect(await run('result = "next"')).toMatchObject({ result: 'next' });
    },
    60_000,
  );
});

describe('ways out of the sandbox', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const [file, absent] = [join(folder, 'secret'), join(folder, 'absent')];
  let server: Server;
  let calls = 0;
  let ways: ReturnType<typeof escapes>;

  beforeAll(async () => {
    writeFileSync(file, SECRET);
    server = createServer((_, response) => {
      calls += 1;
      response.end(SECRET);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ways = escapes({ file, absent, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it.each(Object.keys(escapes({ file, absent, origin: '' })))(
    'lead nowhere by %s',
    async (kind) => {
      for (const code of ways[kind] ?? []) {
        const outcome = JSON.stringify(await outcomeOf(code));
        expect([code, outcome]).toEqual([
          code,
          expect.not.stringMatching(/a secret of the machine|v24\.|\/root|"HOME"/),
        ]);
        // Either the code ended by itself, or it was refused: no other fault.
        expect([code, outcome]).toEqual([
          code,
          expect.stringMatching(/^\{("result":.*,"printed":.*|"code":"invalid_request","message":.*)\}$/),
        ]);
      }
      expect([existsSync(absent), existsSync(file), calls]).toEqual([false, true, 0]);
      expect(await run('result = "next"')).toMatchObject({ result: 'next' });
    },
    120_000,
  );

  it('are more than a hundred, besides those that only disturb what is around the code', () => {
    const { 'what is around the code': _, ...out } = ways;
    const all = Object.values(out).flat();
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(160);
  });

  it('by values of JavaScript end the code, whether it catches errors or not', async () => {
    const { code, message } = Object(
      await outcomeOf('try:\n  import js\n  js.process\nexcept BaseException:\n  result = 1'),
    );
    expect([code, message]).toEqual(['invalid_request', expect.stringContaining('outside of its sandbox')]);
  });
});

describe('what an interpreter may import', () => {
  it('is memory up to a limit, its output, and nothing that is not known', () => {
    const all = ['invoke_v', 'fd_write', 'fd_read', 'fd_close', '__syscall_openat', 'lookup_attr', 'added_later'];
    const called: unknown[] = [];
    const original = (...given: readonly unknown[]) => {
      called.push(given);
      return 1;
    };
    const env = Object.fromEntries([...all, 'emscripten_resize_heap'].map((name) => [name, original]));
    const guarded = sandboxImports({ env })['env'] as Record<string, (...given: readonly number[]) => unknown>;
    expect(guarded['fd_write']?.(1)).toBe(1);
    expect(guarded['fd_write']?.(7)).toBe(8);
    expect(guarded['fd_close']?.(0)).toBe(8);
    expect(guarded['__syscall_openat']?.(0)).toBe(-63);
    expect(guarded['emscripten_resize_heap']?.(SANDBOX_BYTES_MAX)).toBe(1);
    expect(guarded['emscripten_resize_heap']?.(SANDBOX_BYTES_MAX + 1)).toBe(0);
    expect(guarded['emscripten_resize_heap']?.(-1)).toBe(0);
    for (const name of ['fd_read', 'lookup_attr', 'added_later']) expect(() => guarded[name]?.()).toThrow(OutsideError);
    expect(called).toEqual([[1], [SANDBOX_BYTES_MAX]]);
  });
});
