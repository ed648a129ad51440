import { type AnySocket, KnowledgeBoxId, openOn, operation, socket } from '@lectern/contracts/core';
import { IsOptional, IsString } from 'class-validator';
import { WebSocket } from 'ws';
import { httpSockets } from '../operation/http-socket';
import { idsOf } from './access-world.fixture';
import type { Checked } from './authorization-matrix.fixture';
import type { RightGroup } from './interface-right.fixture';

class Place {
  @KnowledgeBoxId() kbid!: string;
  @IsOptional() @IsString() topic?: string;
}

class Frame {
  @IsString() text!: string;
}

/** A socket of no service, so that the matrix has one. */
export const sampleSocket = socket({
  name: 'test.sample.socket',
  summary: 'Talk',
  http: { path: ['/api/v1/kb/{kbid}/sample', '/api/v1/kb/{kbid}/topic/{topic}/sample'], host: 'zone' },
  policy: { credentials: ['sa', 'user', 'pat', 'eph'], role: 'READER', on: 'kb' },
  params: Place,
  frames: Frame,
  messages: {},
  failure: ({ message: text }) => ({ text }),
});

export const sampleRights: readonly RightGroup[] = [
  {
    who: 'readers, over a socket',
    on: 'box',
    credentials: 'sa user pat eph',
    roles: 'READER',
    because: 'of this test only',
    below: '/api/v1/kb/{kbid}',
    operations: `
      SOCKET /sample
      SOCKET /topic/{topic}/sample`,
  },
];

/** Handled like an operation whose request got through. */
export const admitToSocket = operation({ name: 'test.socket.admit', summary: 'Open a socket', deadlineMs: 2_000 });

/** A socket about which nothing is checked but who may open it; its one frame says who was let in. */
export function uncheckedSocket(declared: AnySocket): AnySocket {
  return {
    ...declared,
    params: idsOf(declared.params),
    query: undefined,
    opens: openOn({ calls: admitToSocket, input: () => ({}) }),
    begins: undefined,
    messages: {},
    failure: ({ details }) => details.detail,
  };
}

/** Sockets as the tables have them: `SOCKET /api/v1/kb/{kbid}/sample`. */
export function checkedSockets(sockets: readonly AnySocket[]): readonly Checked[] {
  return httpSockets(sockets, ['zone', 'accounts']).map(({ declared: { http, policy }, endpoint }) => ({
    policy,
    endpoint,
    http: { host: http.host, method: 'SOCKET', path: endpoint.path },
  }));
}

/** The first frame of a socket, or the status of its refusal. */
export function triedSocket(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly frame?: unknown }> {
  return new Promise((resolve, reject) => {
    const client = new WebSocket(url.replace('http', 'ws'), { headers });
    client.on('message', (frame) => resolve({ status: 101, frame: JSON.parse(String(frame)) }));
    client.on('unexpected-response', (sent, { statusCode = 0 }) => {
      sent.destroy();
      resolve({ status: statusCode });
    });
    client.on('error', reject);
  });
}
