import { ConsoleServer, PERSON, Refusal, refused } from '../console-server.fixture';
import { queries } from '../api/queries';
import { isReturn, sessionQuery, signIn, signOut, whenSignedOut } from './session';

describe('a session', () => {
  const server = new ConsoleServer();
  const { fetch } = globalThis;
  const read = () => queries.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false });
  beforeAll(async () => {
    await server.start();
    globalThis.fetch = (url, init) => fetch(new URL(String(url), server.origin), init);
  });
  beforeEach(() => server.reset());
  afterAll(async () => {
    globalThis.fetch = fetch;
    queries.clear();
    await server.stop();
  });

  it('says who is signed in, or that nobody is', async () => {
    expect(await read()).toEqual(PERSON);
    server.on('GET /console/session', refused(401, 'Missing credentials'));
    expect(await read()).toBeNull();
  });

  it('that cannot be read is an error, and not somebody who is signed out', async () => {
    server.on('GET /console/session', refused(500, 'Broken'));
    await expect(read()).rejects.toMatchObject({ status: 500, body: { detail: 'Broken' } });
  });

  it('knows who was here before in this page', async () => {
    await read();
    expect([isReturn(PERSON), isReturn({ ...PERSON, id: 'u2' })]).toEqual([true, false]);
  });

  it('begins with a credential, which is sent as JSON', async () => {
    server.on('POST /console/session', PERSON);
    expect(await signIn({ token: 'eyJ' })).toEqual(PERSON);
    expect(server.sent('POST /console/session')).toMatchObject([
      { body: { token: 'eyJ' }, headers: { 'content-type': 'application/json' } },
    ]);
  });

  it.each([401, 429, 500])('does not begin when the server answers %d', async (status) => {
    server.on('POST /console/session', refused(status, 'No'));
    await expect(signIn({ code: 'x' })).rejects.toMatchObject({ status, body: { detail: 'No' } });
  });

  it.each([
    ['ends', new Refusal(204, undefined)],
    ['has ended before', refused(401, 'Missing credentials')],
  ])('%s when somebody signs out', async (_, answer) => {
    server.on('DELETE /console/session', answer);
    await expect(signOut()).resolves.toBeUndefined();
  });

  it('does not end when the server fails', async () => {
    server.on('DELETE /console/session', refused(500, 'Broken'));
    await expect(signOut()).rejects.toMatchObject({ status: 500 });
  });

  it('takes with it what parts of the page have kept', async () => {
    const forgotten: string[] = [];
    whenSignedOut(() => forgotten.push('all'));
    await read();
    queries.setQueryData(['boxes'], []);
    queries.removeQueries({ queryKey: ['boxes'] });
    expect(forgotten).toEqual([]);
    queries.clear();
    expect(forgotten).toEqual(['all']);
  });
});
