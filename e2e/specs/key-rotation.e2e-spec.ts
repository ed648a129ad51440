import { accountsKeys } from '@lectern/contracts/accounts';
import { agentsKeys } from '@lectern/contracts/agents';
import { knowledgeBoxKeys } from '@lectern/contracts/knowledge-box';
import { understandingKeys } from '@lectern/contracts/understanding';
import { sealedColumns } from '../harness/sealed-columns.fixture';
import { asRole, issueNuaKey } from '../harness/credentials';
import { inDatabase } from '../harness/database';
import { inStandalone } from '../harness/in-standalone';
import { deploymentOf, server } from '../harness/modes';

const services = [accountsKeys, knowledgeBoxKeys, understandingKeys, agentsKeys];
const ENVELOPE = '\\m(v1|v2|w2)\\.[0-9a-f]{12}\\.[A-Za-z0-9_-]{16,}\\.';

inStandalone('master keys, %s', (mode) => {
  it('are counted in every service, and seal again what named another, which is nothing here', async () => {
    const { api } = server(mode);
    let envelopes = 0;
    for (const { count, reseal } of services) {
      const { keys } = await api.call(count, {});
      expect(keys).toEqual([
        { id: expect.stringMatching(/^[0-9a-f]{12}$/), configured: true, envelopes: expect.any(Number) },
      ]);
      envelopes += keys[0]?.envelopes ?? 0;
      expect(await api.call(reseal, { body: {} })).toEqual({ resealed: 0, left: 0, cursor: null });
    }
    // At least the keys that sign tokens.
    expect(envelopes).toBeGreaterThanOrEqual(2);
  });

  it('are named in no column that a rotation would leave out', async () => {
    const kb = await server(mode).createKnowledgeBox();
    await issueNuaKey(kb, { processing_webhook: { uri: 'https://example.org/hook', headers: { 'x-key': 'secret' } } });
    await kb.createResource({ links: { page: { uri: 'https://example.org/', headers: { 'x-key': 'secret' } } } });
    const found = await inDatabase(deploymentOf(mode).folder, async (database) => {
      const { rows: columns } = await database.query<{ place: string; sql: string }>(
        `select format('%s.%s.%s', table_schema, table_name, column_name) as place,
            format('select 1 from %I.%I where %I::text ~ $1 limit 1', table_schema, table_name, column_name) as sql
          from information_schema.columns join information_schema.tables using (table_schema, table_name)
          where table_type = 'BASE TABLE' and data_type in ('text', 'jsonb', 'json')
            and table_schema not in ('pg_catalog', 'information_schema')`,
      );
      const places: string[] = [];
      for (const { place, sql } of columns) if ((await database.query(sql, [ENVELOPE])).rowCount) places.push(place);
      return places;
    });
    expect(found.length).toBeGreaterThanOrEqual(4);
    expect(found.filter((place) => !sealedColumns.includes(place))).toEqual([]);
  });

  it('are for those who run the deployment', async () => {
    const kb = await asRole(await server(mode).createKnowledgeBox(), 'SOWNER');
    expect((await kb.client.send('GET', '/admin/keys/accounts')).status).toBe(403);
    const answer = await server(mode).send('POST', '/admin/keys/agents', { body: { cursor: 'nonsense' } });
    expect(answer.status).toBe(422);
  });
});
