import { createPersonalToken, deletePersonalToken, getUser } from '@lectern/contracts/accounts';
import {
  createKnowledgeBoxEphemeralToken,
  deleteNuaClient,
  deleteServiceAccount,
  deleteServiceAccountKey,
  updateKnowledgeBoxUsers,
} from '@lectern/contracts/knowledge-box';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { apiKey, asCaller, bearer, type Credential, issueKey, issueNuaKey, nuaKey } from '../harness/credentials';
import { inModesOfServices } from '../harness/in-modes';
import { deploymentOf, server } from '../harness/modes';
import { newUser } from '../harness/users';

/** In every process, also after a lost event. */
const REVOKED_WITHIN_MS = 5_000;

inModesOfServices('what is revoked, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
  });

  /** Of every gateway. */
  const statuses = (credential: Credential, path = kb.path) =>
    Promise.all(
      deploymentOf(mode).origins.map(async (origin) => (await new Client(origin, credential).send('GET', path)).status),
    );

  /** Lets the credential in, revokes it, and waits until every gateway refuses it. */
  async function isRefused(
    { credential, path }: { readonly credential: Credential; readonly path?: string },
    revoke: () => Promise<unknown>,
    status = 401,
  ): Promise<void> {
    expect(new Set(await statuses(credential, path))).toEqual(new Set([200]));
    await revoke();
    const refused = async () => ((await statuses(credential, path)).every((one) => one === status) ? true : undefined);
    await until(refused, `every gateway answers ${status}`, REVOKED_WITHIN_MS);
  }

  /** Follows the box through every gateway, revokes the right, and waits until every stream has ended with an error. */
  async function endsStreams(credential: Credential, revoke: () => Promise<unknown>): Promise<void> {
    const { origins } = deploymentOf(mode);
    const answers = await Promise.all(
      origins.map((origin) => fetch(`${origin}/api/v1${kb.path}/notifications`, { headers: { ...credential } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const texts = answers.map((answer) => answer.text());
    await revoke();
    const limit = AbortSignal.timeout(REVOKED_WITHIN_MS);
    const tooLate = new Promise<never>((_, reject) => {
      limit.addEventListener('abort', () => reject(new Error('A stream is still open')), { once: true });
    });
    const lastLines = (await Promise.race([Promise.all(texts), tooLate])).map((text) =>
      text.trimEnd().split('\n').at(-1),
    );
    for (const line of lastLines) expect(JSON.parse(line ?? '')).toMatchObject({ item: { type: 'error' } });
  }

  it('is what an API key opened', async () => {
    const key = await issueKey(kb, 'SMEMBER');
    await endsStreams(apiKey(key.token), () => kb.api(deleteServiceAccountKey, { params: key.params }));
  });

  it('is what a personal access token opened', async () => {
    const { id, token } = await kb.client.api.call(createPersonalToken, { body: { description: 'for a while' } });
    const revoke = () => kb.client.api.call(deletePersonalToken, { params: { token_id: id } });
    await endsStreams(bearer(token), revoke);
  });

  it('is what a user opened with another role', async () => {
    const { id, credential } = await newUser(mode);
    await kb.api(updateKnowledgeBoxUsers, { body: { add: [{ id, role: 'SOWNER' }] } });
    const admitted = async () => ((await statuses(credential)).every((one) => one === 200) ? true : undefined);
    await until(admitted, 'every gateway lets the user in', REVOKED_WITHIN_MS);
    const narrow = () => kb.api(updateKnowledgeBoxUsers, { body: { update: [{ id, role: 'SMEMBER' }] } });
    await endsStreams(credential, narrow);
    await endsStreams(credential, () => kb.api(updateKnowledgeBoxUsers, { body: { delete: [id] } }));
  });

  it('is an API key, with what was made of it', async () => {
    const key = await issueKey(kb, 'SMEMBER');
    const made = await asCaller(kb, apiKey(key.token)).api(createKnowledgeBoxEphemeralToken, { body: {} });
    expect(new Set(await statuses(bearer(made.token)))).toEqual(new Set([200]));
    await isRefused({ credential: apiKey(key.token) }, () => kb.api(deleteServiceAccountKey, { params: key.params }));
    expect(new Set(await statuses(bearer(made.token)))).toEqual(new Set([401]));
  });

  it('is a service account with its keys', async () => {
    const key = await issueKey(kb, 'SMEMBER');
    await isRefused({ credential: apiKey(key.token) }, () => kb.api(deleteServiceAccount, { params: key.params }));
  });

  it('is a NUA client', async () => {
    const { id, token } = await issueNuaKey(kb);
    const path = `${kb.accountPath}/service_accounts`;
    await isRefused({ credential: nuaKey(token), path }, () => kb.api(deleteNuaClient, { params: { client_id: id } }));
  });

  it('is a personal access token', async () => {
    const { id, token } = await kb.client.api.call(createPersonalToken, { body: { description: 'for a while' } });
    const revoke = () => kb.client.api.call(deletePersonalToken, { params: { token_id: id } });
    await isRefused({ credential: bearer(token) }, revoke);
  });

  it('is the role of a user', async () => {
    const { id, credential } = await newUser(mode);
    expect(await new Client(kb.client.origin, credential).api.call(getUser)).toMatchObject({ id });
    expect(new Set(await statuses(credential))).toEqual(new Set([403]));
    await kb.api(updateKnowledgeBoxUsers, { body: { add: [{ id, role: 'SMEMBER' }] } });
    const admitted = async () => ((await statuses(credential)).every((one) => one === 200) ? true : undefined);
    await until(admitted, 'every gateway lets the user in', REVOKED_WITHIN_MS);
    await isRefused({ credential }, () => kb.api(updateKnowledgeBoxUsers, { body: { delete: [id] } }), 403);
  });

  it('is that everyone may read', async () => {
    await kb.modify({ state: 'PUBLISHED' });
    const opened = async () => ((await statuses({})).every((one) => one === 200) ? true : undefined);
    await until(opened, 'every gateway lets everyone in', REVOKED_WITHIN_MS);
    await isRefused({ credential: {} }, () => kb.modify({ state: 'PRIVATE' }));
  });
});
