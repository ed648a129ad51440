import { AppError } from '../../core/errors';
import { wireOf } from '../../validation/members.fixture';
import { conductOf, faults, received, routesOf } from '../../validation/requests.fixture';
import { mcpAnswerOfAll, mcpBodyOf, mcpMessagesIn, mcpRefusal, wantsMcpEvents } from '../mcp-messages';
import { McpHeaders, McpMessage } from './mcp.dto';
import {
  callAgentMcp,
  callKnowledgeBoxMcp,
  closeAgentMcpSession,
  closeKnowledgeBoxMcpSession,
  openAgentMcpStream,
  openKnowledgeBoxMcpStream,
} from './mcp.operations';

const all = [
  callKnowledgeBoxMcp,
  openKnowledgeBoxMcpStream,
  closeKnowledgeBoxMcpSession,
  callAgentMcp,
  openAgentMcpStream,
  closeAgentMcpSession,
];

describe('a message over MCP', () => {
  it('is for readers of a box, and for members of a session', () => {
    const box = '/kb/{kbid}/mcp';
    const session = '/agent/{agent_id}/session/{session}/mcp';
    expect(routesOf(...all)).toEqual({
      [`POST ${box}`]: '200 json; READER of kb; sa user pat',
      [`GET ${box}`]: '200 json; READER of kb; sa user pat',
      [`DELETE ${box}`]: '200 null; READER of kb; sa user pat',
      [`POST ${session}`]: '200 events; any of agent; sa user pat eph',
      [`GET ${session}`]: '200 json; any of agent; sa user pat eph',
      [`DELETE ${session}`]: '200 null; any of agent; sa user pat eph',
    });
    expect(Object.values(conductOf(...all))).toEqual([
      '120 s, generative',
      '10 s',
      '10 s',
      '120 s, generative, needs room',
      '10 s',
      '10 s',
    ]);
  });

  it('is refused with a challenge, in the envelope of JSON-RPC, and streams that do not exist with 405', () => {
    for (const { http } of all) expect(http?.protectedResource).toBe(true);
    for (const { refuses } of [openKnowledgeBoxMcpStream, openAgentMcpStream])
      expect(refuses).toMatchObject({ code: 'method_not_allowed', headers: { Allow: 'POST, DELETE' } });
  });

  it('is any object, and has at most a mebibyte', () => {
    const members = ['jsonrpc', 'id', 'method', 'params', 'result', 'error', 'batch'];
    expect(Object.keys(wireOf(McpMessage, {}))).toEqual(members);
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping', params: { a: [1] } };
    expect(received(callKnowledgeBoxMcp, { body: ping }).body).toEqual(ping);
    expect(faults(callKnowledgeBoxMcp, { body: 7 })).toHaveLength(1);
    for (const { http } of [callKnowledgeBoxMcp, callAgentMcp]) expect(http?.bodySizeBytesMax).toBe(1_048_576);
  });

  it('comes alone or in a list', () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    for (const sent of [ping, [ping, ping]]) {
      const read = received(callAgentMcp, { body: mcpBodyOf(sent) }).body;
      expect(mcpMessagesIn(read as McpMessage)).toEqual(sent);
    }
  });
});

describe('an answer over MCP', () => {
  const accept = 'application/json, text/event-stream';
  const called = (params: unknown, method = 'tools/call') => ({ jsonrpc: '2.0', id: 1, method, params });

  it.each([
    ['calls with a progress token', accept, called({ name: 'a', _meta: { progressToken: 0 } }), true],
    ['batches with such a call', accept, { batch: [called({}), called({ _meta: { progressToken: 'x' } })] }, true],
    ['calls without one', accept, called({ name: 'a' }), false],
    ['other methods', accept, called({ _meta: { progressToken: 1 } }, 'tools/list'), false],
    ['callers that read no events', 'application/json', called({ _meta: { progressToken: 1 } }), false],
    ['callers that say nothing', undefined, called({ _meta: { progressToken: 1 } }), false],
    ['odd messages', accept, { batch: [null, 1, { method: 'tools/call', params: 'x' }] }, false],
  ])('is a stream of events for some: %s', (_, accepted, body, isStream) => {
    const headers = Object.assign(new McpHeaders(), { accept: accepted });
    expect(wantsMcpEvents({ headers, body: body as McpMessage })).toBe(isStream);
  });

  it('is a stream for calls of clients whose users can be asked', () => {
    const headers = (session: string) => Object.assign(new McpHeaders(), { accept, 'mcp-session-id': session });
    const wants = (session: string, method?: string) =>
      wantsMcpEvents({ headers: headers(session), body: called({}, method) as McpMessage });
    expect([wants('elicit.a'), wants('a'), wants('elicit.a', 'tools/list')]).toEqual([true, false, false]);
  });

  it('names the session that begins with it', () => {
    const headers = { 'mcp-session-id': 's' };
    expect(mcpAnswerOfAll([{}, { message: { id: 1 }, session: 's' }])).toEqual({ headers, body: { id: 1 } });
  });

  it('is the one reply that says something, or none at all', () => {
    expect(mcpAnswerOfAll([{}, {}, { message: { id: 1 } }])).toEqual({ body: { id: 1 } });
    expect(mcpAnswerOfAll([{ status: 202 }])).toEqual({ status: 202, body: undefined });
    expect(mcpAnswerOfAll([])).toEqual({ body: undefined });
  });

  it.each([
    ['invalid_request', 400, -32_700, 'Parse error: No'],
    ['method_not_allowed', undefined, -32_601, 'No'],
    ['internal', undefined, -32_603, 'No'],
    ['forbidden', undefined, -32_000, 'No'],
  ] as const)('says %s as JSON-RPC does', (code, status, number, message) => {
    const body = { jsonrpc: '2.0', id: null, error: { code: number, message } };
    expect(mcpRefusal(new AppError(code, 'No'))).toEqual({ ...(status && { status }), body });
  });

  it('keeps the code that the protocol gave', () => {
    const error = new AppError('bad_request', 'No', { detail: { code: -32_600, message: 'No' } });
    expect(mcpRefusal(error).body).toMatchObject({ error: { code: -32_600 } });
  });
});
