/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type FeedbackRequest, type FrameChunk, type FrameContext, frameOf } from '@lectern/contracts/agents';
import { WebSocket as Client, WebSocketServer } from 'ws';
import { BOX } from '../../../console-server.fixture';
import { openPage, type Person, screen, serverOfTests, waitFor, within } from '../../../page.fixture';
import { AGENT_API, serveAgent } from '../agents.fixture';

const server = serverOfTests();
const said: unknown[] = [];
let sockets: WebSocketServer;
let respond: (socket: Client, message: Record<string, unknown>) => void;
const { WebSocket: Own } = globalThis;

beforeAll(async () => {
  sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(sockets, 'listening');
  const { port } = sockets.address() as AddressInfo; // as it listens on a port
  // Sockets of Node take no events of this page; these do, and have what the page uses of one.
  globalThis.WebSocket = class extends Client {
    constructor(url: string) {
      super(url.replace(/^ws:\/\/[^/]+/, `ws://127.0.0.1:${port}`));
    }
  } as unknown as typeof WebSocket;
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => {
      const message: Record<string, unknown> = JSON.parse(String(data));
      said.push(message);
      respond(socket, message);
    }),
  );
});
afterEach(() => sockets.clients.forEach((one) => one.terminate()));
afterAll(() => {
  globalThis.WebSocket = Own;
  sockets.close();
});

beforeEach(() => {
  said.length = 0;
  serveAgent(server);
  server.on(`GET ${AGENT_API}/sessions`, { resources: [], pagination: { page: 0, size: 50, last: true } });
  server.on('GET /api/v1/account/a1/kbs', [BOX]);
});

const send = (socket: Client, ...frames: readonly object[]) => {
  for (const frame of frames) socket.send(JSON.stringify(frame));
};

async function ask(): Promise<Person> {
  const person = await openPage(server, '/agents/g1/chat');
  await person.type(await screen.findByRole('textbox', { name: 'Question to the agent' }), 'Why?{Enter}');
  return person;
}

const chunk = (title: string, metadata: FrameChunk['metadata']): FrameChunk => ({
  chunk_id: 'r1/t/body/0-5',
  title,
  source: 'sea',
  text: `${title} are slow.`,
  labels: [],
  url: [],
  metadata,
  action: null,
  origin_url: null,
  origin_agent: null,
});
// The members that the page reads.
const contextOf = (...chunks: readonly FrameChunk[]) =>
  ({ id: 'c1', source: 'sea', chunks }) as unknown as FrameContext;

it('sources are links to the passage in boxes that this person may read, and texts otherwise', async () => {
  const chunks = [chunk('Tides', { kbid: 'b1' }), chunk('Winds', { kbid: 'unseen' }), chunk('Clouds', null)];
  respond = (socket) =>
    send(
      socket,
      frameOf('start', 0),
      frameOf('answer', 1, { context: contextOf(...chunks) }),
      frameOf('answer', 2, { answer: 'So.' }),
      frameOf('done', 3),
    );
  await ask();
  const sources = within(await screen.findByRole('region', { name: 'What was found' }));
  const link = await sources.findByRole('link', { hidden: true });
  expect(link.getAttribute('href')).toBe('/boxes/b1/resources/r1?paragraph=r1%2Ft%2Fbody%2F0-5');
  expect(link.closest('details')?.textContent).toContain('Tides are slow.');
  expect(sources.getByText('Winds are slow.')).toBeTruthy();
  expect(sources.getByText('Clouds are slow.')).toBeTruthy();
});

describe('what an agent asks its user', () => {
  const request = (more: Partial<FeedbackRequest>): FeedbackRequest => ({
    request_id: 'r1',
    feedback_id: 'f1',
    question: 'Call the tool search?',
    module: 'mcp',
    agent_id: 'm1',
    data: null,
    timeout_ms: 1_000,
    response_schema: null,
    get_credentials: null,
    credentials: null,
    ...more,
  });
  const asks = (feedback: FeedbackRequest) => {
    respond = (socket, { request_id: id }) =>
      id === undefined
        ? send(socket, frameOf('start', 0), frameOf('agent_request', 1, { feedback }))
        : send(socket, frameOf('answer', 2, { answer: 'Done so.' }), frameOf('done', 3));
  };

  it.each([
    ['Allow', true],
    ['Refuse', false],
  ])('is allowed or not: %s', async (name, isAllowed) => {
    asks(request({ response_schema: { type: 'object', properties: { call_tool: { type: 'boolean' } } } }));
    const person = await ask();
    await screen.findByText('The agent asks for your approval');
    await person.click(screen.getByRole('button', { name }));
    await screen.findByText('Done so.');
    expect(said.at(-1)).toEqual({ request_id: 'r1', response: JSON.stringify({ call_tool: isAllowed }) });
    expect(screen.queryByText('The agent asks for your approval')).toBeNull();
  });

  it('is answered in words', async () => {
    asks(request({ question: 'Which one?' }));
    const person = await ask();
    await screen.findByText('Which one?');
    await person.type(screen.getByRole('textbox', { name: 'Your answer' }), ' The ibex ');
    await person.click(screen.getByRole('button', { name: 'Answer' }));
    await waitFor(() => expect(said.at(-1)).toEqual({ request_id: 'r1', response: 'The ibex' }));
  });
});
