import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { openServiceDatabase, Transactions } from '@lectern/database';
import { AllowList, Egress, Guard } from '@lectern/egress';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { AssumedRoleRepository } from './assumed-role.repository';
import { understandingSchema } from '../understanding.database';
import type { DataSource } from 'typeorm';
import { AssumedRoles } from './assumed-roles';
import { AssumedRoleModule } from './assumed-role.module';

const ROLE = 'arn:aws:iam::123456789012:role/lectern-bedrock';
const credentials = { AccessKeyId: 'ASIA1', SecretAccessKey: 'secret', SessionToken: 'token', Expiration: 1 };
const granted = { AssumeRoleResponse: { AssumeRoleResult: { Credentials: credentials } } };
const { signal } = new AbortController();

describe('roles of cloud accounts', () => {
  const before = { ...process.env };
  const egress = new Egress(new Guard(new AllowList(['127.0.0.1'])));
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let cloud: Server;
  let asked: { readonly request: IncomingMessage; readonly form: URLSearchParams }[];
  let answer: { readonly status: number; readonly body: string };
  let account: string;

  beforeAll(async () => {
    database = await temporaryDatabase();
    const limits = { poolMax: 2, statementTimeoutMs: 30_000 };
    const schema = { ...understandingSchema, entities: entitiesOf(AssumedRoleModule) };
    dataSource = await openServiceDatabase(database.url, schema, limits);
    cloud = createServer((request, response) => {
      void text(request).then((body) => {
        asked.push({ request, form: new URLSearchParams(body) });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      });
    }).listen(0, '127.0.0.1');
    await once(cloud, 'listening');
  });
  afterAll(async () => {
    await Promise.all([egress.onApplicationShutdown(), dataSource.destroy()]);
    await database.drop();
    cloud.close();
  });
  beforeEach(() => {
    asked = [];
    answer = { status: 200, body: JSON.stringify(granted) };
    account = randomUUID();
    const { port } = cloud.address() as AddressInfo;
    const settings = { CLOUD_ACCOUNT_ID: '210987654321', CLOUD_ACCESS_KEY: 'AKIA', CLOUD_SECRET_KEY: 'sk' };
    Object.assign(process.env, settings, { CLOUD_STS_URL: `http://127.0.0.1:${port}/` });
  });
  afterEach(() => void (process.env = { ...before }));

  const made = () => new AssumedRoles(new Transactions(dataSource), new AssumedRoleRepository(), egress);

  it('are started once, named, checked with the cloud, and forgotten', async () => {
    const roles = made();
    await expect(roles.validate(account, signal)).rejects.toThrow('Assume role process not started for this account');
    const started = await roles.start(account);
    expect(started).toMatchObject({ cloud_account_id: '210987654321', role_name: 'lectern-bedrock' });
    expect(await roles.start(account)).toEqual(started);
    const incomplete = 'Assume role configuration is incomplete for this account';
    await expect(roles.validate(account, signal)).rejects.toThrow(incomplete);
    expect(await roles.finish(account, ROLE)).toEqual({});
    expect(await roles.validate(account, signal)).toEqual({});
    const [{ request, form } = {}] = asked;
    expect(Object.fromEntries(form ?? [])).toMatchObject({
      Action: 'AssumeRole',
      RoleArn: ROLE,
      ExternalId: started.external_id,
      DurationSeconds: '3600',
    });
    expect(request?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIA\/\d{8}\/us-east-1\/sts\//);
    await roles.delete(account);
    await expect(roles.credentialsOf(account)).rejects.toMatchObject({ code: 'not_found' });
    await expect(roles.finish(account, ROLE)).rejects.toMatchObject({ code: 'not_found' });
    expect((await roles.start(account)).external_id).not.toBe(started.external_id);
  });

  it('give credentials, which are kept until the role changes', async () => {
    const roles = made();
    await roles.start(account);
    await roles.finish(account, ROLE);
    const expected = { access_key: 'ASIA1', secret_key: 'secret', session_token: 'token' };
    for (let i = 0; i < 2; i++) expect(await roles.credentialsOf(account)).toEqual(expected);
    expect(asked).toHaveLength(1);
    await roles.finish(account, `${ROLE}-2`);
    await roles.credentialsOf(account);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['refuses', 403, '{"Error":{"Code":"AccessDenied","Message":"not authorized"}}', 'bad_request', 'not authorized'],
    ['fails', 500, '<html>', 'provider_failed', 'The cloud failed (500)'],
    ['sends something else', 200, '{"AssumeRoleResponse":7}', 'provider_failed', 'sent no credentials'],
  ])('cannot be used when the cloud %s, and its words are passed on', async (_, status, body, code, message) => {
    const roles = made();
    await roles.start(account);
    await roles.finish(account, ROLE);
    answer = { status, body };
    const failure = { code, message: expect.stringContaining(message) };
    await expect(roles.validate(account, signal)).rejects.toMatchObject(failure);
  });

  it('cannot be started without a cloud account, which is given whole or not at all', async () => {
    delete process.env['CLOUD_SECRET_KEY'];
    expect(made).toThrow('belong together');
    for (const name of ['CLOUD_ACCOUNT_ID', 'CLOUD_ACCESS_KEY']) delete process.env[name];
    const roles = made();
    expect(roles.areAvailable).toBe(false);
    await expect(roles.start(account)).rejects.toMatchObject({ code: 'precondition_failed' });
  });
});
