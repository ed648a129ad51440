import { WireNames } from '@lectern/contracts/core';
import { httpSockets } from '../operation/http-socket';
import { openApiDocument } from '../openapi/document';
import { BOX, TestGateway } from '../gateway.fixture';
import { interview, InterviewModule } from './interview.fixture';
import { talk } from './talk.fixture';

const document = openApiDocument([], {
  title: 'Lectern',
  version: '1.2.3',
  names: WireNames.canonical,
  sockets: httpSockets([talk, interview], ['zone']),
});
// Plain JSON that the function under test makes.
const { paths, components } = document as unknown as {
  readonly paths: Readonly<Record<string, { readonly get: Readonly<Record<string, unknown>> }>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
};

describe('a socket in the OpenAPI document', () => {
  it('is a GET at each of its paths, which is answered with 101', () => {
    expect(Object.keys(paths)).toEqual([talk.http.path, ...interview.http.path]);
    const opened = Object.values(paths).map(({ get }) => [
      get['operationId'],
      Object.keys(Object(get['responses']))[0],
    ]);
    expect(opened).toEqual([
      ['test.talk.socket', '101'],
      ['test.interview.socket', '101'],
      ['test.interview.socket-by-topic', '101'],
      ['test.interview.socket-by-old', '101'],
    ]);
  });

  it('names parameters, credentials, roles and refusals as any other request', () => {
    const get = paths['/api/v1/kb/{kbid}/topic/{topic}/interview/{session}/ws']?.get;
    expect(get).toMatchObject({
      summary: 'Interview, by topic',
      tags: ['test.interview'],
      security: [{ serviceAccount: [] }, { user: [] }, { ephemeral: [] }],
      'x-roles': ['READER'],
    });
    const parameters: readonly { readonly in: string; readonly name: string }[] = Object(get?.['parameters']);
    expect(parameters.map((one) => `${one.in} ${one.name}`)).toEqual([
      'path kbid',
      'path topic',
      'path session',
      'query keep_open',
      'query from_cursor',
    ]);
    const statuses = Object.keys(Object(get?.['responses']));
    expect(statuses).toEqual(expect.arrayContaining(['400', '401', '403', '404', '422', '426', '429', '503']));
  });

  it('describes the messages that it takes, by kind, and the frames that it sends', () => {
    expect(paths['/old/{kbid}/{session}/ws']?.get['x-websocket']).toEqual({
      messages: {
        question: { $ref: '#/components/schemas/Question' },
        reply: { $ref: '#/components/schemas/Reply' },
        stop: { $ref: '#/components/schemas/Stop' },
      },
      frames: { $ref: '#/components/schemas/Frame' },
    });
    expect(components.schemas).toMatchObject({
      Question: { properties: { question: { type: 'string', maxLength: 20 } }, required: ['question'] },
      Frame: { properties: { seq: expect.anything() } },
    });
  });

  it('has a member with the kind of a message where that says it', () => {
    const { messages } = Object(paths['/api/v1/kb/{kbid}/talk']?.get['x-websocket']);
    const ofType = (type: string) => ({ type: 'object', properties: { type: { const: type } }, required: ['type'] });
    expect(messages).toEqual({
      count: { allOf: [{ $ref: '#/components/schemas/Counting' }, ofType('count')] },
      echo: { allOf: [{ $ref: '#/components/schemas/Echoing' }, ofType('echo')] },
      stop: { allOf: [{ type: 'object' }, ofType('stop')] },
    });
  });

  it('is in the document that a gateway serves', async () => {
    const gateway = await TestGateway.start({}, { operations: [], sockets: [interview], handlers: InterviewModule });
    const served = await (await fetch(`${gateway.origin}/api/v1/openapi.json`)).json();
    expect(Object.keys(Object(served).paths)).toEqual([...interview.http.path]);
    const plain = await fetch(`${gateway.origin}/old/${BOX}/a/ws`);
    expect(plain.status).toBe(426);
    await gateway.close();
  });
});
