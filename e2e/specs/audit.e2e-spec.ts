import {
  type AuditEvent,
  createPersonalToken,
  deletePersonalToken,
  exportAuditEvents,
  listAuditEvents,
} from '@lectern/contracts/accounts';
import {
  createInvitation,
  createNuaClient,
  createServiceAccount,
  createServiceAccountKey,
  deleteNuaClient,
  deleteServiceAccount,
} from '@lectern/contracts/knowledge-box';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

inStandalone('the audit log, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let account: string;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    ({ account } = kb);
  });

  async function log(query: object = {}): Promise<readonly AuditEvent[]> {
    return (await kb.client.api.call(listAuditEvents, { params: { account }, query })).events;
  }

  it('has what owners do with credentials and rights in zones, with who did it and from where', async () => {
    const { id } = await kb.api(createServiceAccount, { body: { title: 'bot', role: 'SMEMBER' } });
    const params = { service_account_id: id };
    const expires = Math.floor(Date.now() / 1_000) + 3_600;
    const { token } = await kb.api(createServiceAccountKey, { params, body: { expires } });
    await kb.api(createInvitation, { body: { email: 'Ada@Example.org', role: 'SMEMBER' } });
    await kb.api(deleteServiceAccount, { params });
    const client = { title: 'push', contact: 'ada@example.org' };
    const { client_id } = await kb.client.api.call(createNuaClient, { params: { account }, body: client });
    await kb.client.api.call(deleteNuaClient, { params: { account, client_id } });
    const found = await until(async () => {
      const own = ({ details }: AuditEvent) => details['kbid'] === kb.id || details['client_id'] === client_id;
      const events = (await log()).filter(own);
      return events.length < 6 ? undefined : events;
    }, 'the acts are in the log');
    expect(found.map(({ action }) => action).sort()).toEqual([
      'invited',
      'key_created',
      'nua_client_created',
      'nua_client_deleted',
      'service_account_created',
      'service_account_deleted',
    ]);
    for (const { actor, address } of found) expect([actor.kind, address]).toEqual(['pat', '127.0.0.1']);
    const invited = found.find(({ action }) => action === 'invited');
    expect(invited?.details).toEqual({ kbid: kb.id, email: 'ada@example.org', role: 'SMEMBER' });
    expect(JSON.stringify(found)).not.toContain(token);
  });

  it('has tokens of people, and is exported line by line', async () => {
    const { id } = await kb.client.api.call(createPersonalToken, { body: { description: 'audited' } });
    await kb.client.api.call(deletePersonalToken, { params: { token_id: id } });
    const exported: AuditEvent[] = [];
    const query = { action: 'token_deleted' } as const;
    const stream = kb.client.api.stream(exportAuditEvents, { params: { account }, query });
    for await (const event of stream) exported.push(event);
    expect(exported.at(-1)).toMatchObject({ action: 'token_deleted', details: { token: id } });
    expect(await log({ action: 'token_created', size: 1 })).toMatchObject([{ details: { description: 'audited' } }]);
  });
});
