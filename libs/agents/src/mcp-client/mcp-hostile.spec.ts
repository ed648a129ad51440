import { HANDSHAKE, HostileServer, TestMcp } from './mcp-servers.fixture';

const test = new TestMcp();
let server: HostileServer;
beforeAll(async () => {
  server = await HostileServer.start();
});
afterAll(async () => {
  await test.close();
  server.stop();
});
afterEach(() => test.end());

let number = 0;
/** Each with a list of its own. */
const open = (config: object = {}, dialog: Parameters<TestMcp['open']>[1] = {}) =>
  test.open({ uri: `${server.uri}?${(number += 1)}`, ...config }, dialog);
const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });
const call = (config?: object, dialog?: Parameters<TestMcp['open']>[1]) =>
  open(config, dialog).call('a', {}, { signal: test.signal });
const RPC = { jsonrpc: '2.0' };

describe('a hostile MCP server', () => {
  it('ends no list, and only its beginning is read', async () => {
    let page = 0;
    server.serve({ 'tools/list': () => ({ tools: [tool(`t${(page += 1)}`)], nextCursor: `${page}` }) });
    expect(await open().tools()).toHaveLength(20);
    server.serve({ 'tools/list': { tools: [tool('same')], nextCursor: 'same' } });
    expect(await open().tools()).toHaveLength(1);
    server.serve({ 'tools/list': { tools: Array.from({ length: 5_000 }, (_, place) => tool(`t${place}`)) } });
    expect(await open().tools()).toHaveLength(200);
  });

  it('lists tools that cannot be called, which are left out', async () => {
    const large = { type: 'object', description: 'x'.repeat(30_000) };
    const tools = [
      null,
      7,
      { name: '' },
      tool('x'.repeat(200)),
      tool('with\u202ehidden'),
      { name: 'no-schema' },
      { name: 'large', inputSchema: large },
      tool('good', { description: `Says\u0000 hello\u{e0049}\u{e0067}\u200b. ${'y'.repeat(9_000)}` }),
    ];
    server.serve({ 'tools/list': { tools } });
    const [only, ...others] = await open().tools();
    expect(others).toEqual([]);
    expect(only?.description).toMatch(/^Says hello\. y+$/);
    expect(only?.description).toHaveLength(2_000);
  });

  it('sends a result of 100 MB, of which little is received', async () => {
    let sent = 0;
    const block = Buffer.alloc(64 * 1024, 'x');
    server.serve({});
    const { answer } = server;
    server.answer = (message, request, response) => {
      if (message.method !== 'tools/call') return answer(message, request, response);
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (sent < 100 * 1024 ** 2) {
          sent += block.length;
          if (!response.write(block)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    };
    await expect(call()).rejects.toMatchObject({ code: 'too_large' });
    expect(sent).toBeLessThan(40 * 1024 ** 2);
  });

  it.each([
    ['deep', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['wide', `[${'0,'.repeat(200_000)}0]`],
  ])('sends JSON that is too %s, as a whole and as an event', async (_, json) => {
    for (const type of ['application/json', 'text/event-stream']) {
      server.serve({});
      const { answer } = server;
      server.answer = (message, request, response) => {
        if (message.method !== 'tools/call') return answer(message, request, response);
        const text = JSON.stringify({ ...RPC, id: message.id, result: { a: 0 } }).replace('{"a":0}', `{"a":${json}}`);
        response.writeHead(200, { 'content-type': type });
        response.end(type === 'application/json' ? text : `data: ${text}\n\n`);
      };
      await expect(call()).rejects.toMatchObject({ code: 'too_large' });
    }
  });

  it.each([
    ['something else than JSON', 'application/json', '<html>'],
    ['JSON that is no message', 'application/json', '{"hello":1}'],
    ['an event that is no message', 'text/event-stream', 'data: {"hello":1}\n\n'],
    ['an event that is no JSON', 'text/event-stream', 'data: nonsense\n\n'],
    ['an event, but no answer', 'text/event-stream', ': nothing\n\n'],
    ['another type', 'image/png', 'x'],
  ])('sends %s, and the call fails', async (_, type, body) => {
    server.serve({});
    const { answer } = server;
    server.answer = (message, request, response) => {
      if (message.method !== 'tools/call') return answer(message, request, response);
      response.writeHead(200, { 'content-type': type }).end(body);
    };
    await expect(call()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('never answers, and the call ends after its time', async () => {
    server.answer = () => undefined;
    await expect(call({}, { readTimeoutMs: 300 })).rejects.toMatchObject({ code: 'deadline_exceeded' });
    server.serve({});
    const { answer } = server;
    server.answer = (message, request, response) => {
      if (message.method !== 'tools/call') return answer(message, request, response);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': wait\n\n');
    };
    await expect(call({}, { readTimeoutMs: 300 })).rejects.toMatchObject({ code: 'deadline_exceeded' });
  });

  it('repeats what it was sent, without telling anybody the secrets', async () => {
    const secret = 'a-secret-of-the-driver';
    const said = `You sent ${secret}`;
    server.serve({
      'tools/list': { tools: [tool('a', { description: said })] },
      'tools/call': { content: [{ type: 'text', text: said }], structuredContent: { [said]: 1, said } },
    });
    const source = open({ headers: { 'x-key': secret } });
    const seen = [await source.tools(), await source.call('a', {}, { signal: test.signal })];
    expect(JSON.stringify(seen)).toContain('You sent [secret]');
    expect(JSON.stringify(seen)).not.toContain(secret);
    for (const status of [401, 403, 500]) {
      server.answer = (_message, _request, response) => void response.writeHead(status).end(said);
      const failed: unknown = await call({ headers: { authorization: `Bearer ${secret}` } }).catch(
        (error: unknown) => error,
      );
      expect(failed).toMatchObject({ code: status === 500 ? 'unavailable' : 'forbidden' });
      expect(String(failed)).not.toContain(secret);
    }
    server.serve({});
    server.answer = (message, _request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...RPC, id: message.id, error: { code: -32_000, message: said } }));
    };
    expect(String(await call({ headers: { 'x-key': secret } }).catch((error: unknown) => error))).not.toContain(secret);
  });

  it('leads elsewhere, where neither the call nor its headers arrive', async () => {
    const other = await HostileServer.start();
    for (const target of [`${other.origin}/mcp`, 'http://169.254.169.254/latest/meta-data']) {
      server.answer = (_message, _request, response) => void response.writeHead(307, { location: target }).end();
      await expect(call({ headers: { 'x-key': 'a-secret' } })).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect(other.got).toEqual([]);
    other.stop();
  });

  it('is not asked at an address of the inside', async () => {
    await expect(test.open({ uri: 'http://10.0.0.1/mcp' }).tools()).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('asks its client without end, and is left', async () => {
    let asked = 0;
    server.serve({ initialize: HANDSHAKE });
    const { answer } = server;
    server.answer = (message, request, response) => {
      if (message.method === undefined) asked += 1;
      if (message.method !== 'tools/call') return answer(message, request, response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let id = 0; id < 300; id += 1)
        response.write(`data: ${JSON.stringify({ ...RPC, id: `r${id}`, method: 'roots/list' })}\n\n`);
    };
    await expect(call({}, { roots: { a: 'file:///a' } })).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(asked).toBeLessThanOrEqual(310);
  });

  it('changes its tools, which are then read again', async () => {
    let reads = 0;
    server.serve({ 'tools/list': () => ({ tools: [tool(`t${(reads += 1)}`)] }) });
    const source = open();
    expect((await source.tools())[0]?.name).toBe('t1');
    expect((await source.tools())[0]?.name).toBe('t1');
    const { answer } = server;
    server.answer = (message, request, response) => {
      if (message.method !== 'tools/call') return answer(message, request, response);
      response.writeHead(200, { 'content-type': 'application/json' });
      const error = { code: -32_602, message: 'Unknown tool' };
      response.end(JSON.stringify({ ...RPC, id: message.id, error }));
    };
    await expect(source.call('t1', {}, { signal: test.signal })).rejects.toMatchObject({ code: 'invalid_request' });
    expect((await source.tools())[0]?.name).toBe('t2');
  });
});
