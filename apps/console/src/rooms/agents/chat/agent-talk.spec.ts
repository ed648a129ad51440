import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { frameOf } from '@lectern/contracts/agents';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { AgentTalk } from './agent-talk';

const place = { agent: 'g1', session: 'first', workflow: 'default' };

/** A server of sockets, with what clients asked for and said. */
describe('a talk with an agent', () => {
  let server: WebSocketServer;
  const paths: string[] = [];
  const said: unknown[] = [];
  let answer: (socket: ServerSocket, message: Record<string, unknown>) => void;

  beforeEach(async () => {
    paths.length = 0;
    said.length = 0;
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    server.on('connection', (socket, request) => {
      paths.push(request.url ?? '');
      socket.on('message', (data) => {
        const message: Record<string, unknown> = JSON.parse(String(data));
        said.push(message);
        answer(socket, message);
      });
    });
    await once(server, 'listening');
  });
  afterEach(async () => {
    for (const socket of server.clients) socket.terminate();
    server.close();
    await once(server, 'close');
  });

  const talk = () => {
    const { port } = server.address() as AddressInfo; // as it listens on a port
    return new AgentTalk(place, (path) => new WebSocket(`ws://127.0.0.1:${port}${path}`));
  };
  const send = (socket: ServerSocket, ...frames: readonly object[]) => {
    for (const frame of frames) socket.send(JSON.stringify(frame));
  };
  /** The last exchange once it satisfies a condition. */
  const until = async (one: AgentTalk, phase: string) => {
    while (one.exchanges().at(-1)?.phase !== phase) await new Promise((resolve) => setTimeout(resolve, 5));
    return one.exchanges().at(-1);
  };

  it('asks over a socket, and shows what comes', async () => {
    answer = (socket) =>
      send(socket, frameOf('start', 0), frameOf('answer', 1, { answer: 'Hello' }), frameOf('done', 2));
    const one = talk();
    one.ask('Who?', { city: 'Uri' });
    expect((await until(one, 'done'))?.text).toBe('Hello');
    expect(said).toEqual([{ question: 'Who?', arguments: { city: 'Uri' }, streaming: true }]);
    expect(paths).toEqual(['/api/v1/agent/g1/session/first/ws?workflow_id=default']);
  });

  it('follows from the next frame on when the socket breaks', async () => {
    answer = (socket) => {
      if (paths.length > 1) return send(socket, frameOf('answer', 2, { answer: 'Later' }), frameOf('done', 3));
      send(socket, frameOf('start', 0), frameOf('answer', 1, { generated_text: 'Draft' }));
      setTimeout(() => socket.terminate(), 20);
    };
    const one = talk();
    one.ask('Who?');
    expect((await until(one, 'done'))?.text).toBe('Later');
    expect(paths[1]).toContain('from_cursor=2');
    expect(said).toHaveLength(2);
  });

  it('answers what the agent asks', async () => {
    const feedback = { request_id: 'r1', question: 'Sure?' };
    answer = (socket, message) =>
      'request_id' in message
        ? send(socket, frameOf('answer', 2, { answer: 'Done' }), frameOf('done', 3))
        : send(socket, frameOf('start', 0), { ...frameOf('agent_request', 1), feedback });
    const one = talk();
    one.ask('Do it');
    await until(one, 'waiting');
    one.respond('r1', '{"call_tool":true}');
    expect((await until(one, 'done'))?.text).toBe('Done');
    expect(said.at(-1)).toEqual({ request_id: 'r1', response: '{"call_tool":true}' });
  });

  it('ends what runs when it is stopped', async () => {
    answer = (socket) => send(socket, frameOf('start', 0), frameOf('answer', 1, { generated_text: 'Draft' }));
    const one = talk();
    one.ask('Who?');
    while (one.exchanges().at(-1)?.text !== 'Draft') await new Promise((resolve) => setTimeout(resolve, 5));
    one.stop();
    expect(one.exchanges().at(-1)?.phase).toBe('stopped');
    while (said.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(said.at(-1)).toEqual({ question: '', operation: 1 });
  });
});
