import { tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import { AGENT_EXPORT_HOURS, AGENT_FILE_BYTES_MAX, AgentImportForm } from './agent-transfer.dto';
import { fetchAgentExport, importAgent, requestAgentExport } from './agent-transfer.operations';

const UUID = '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212';
const operations = [requestAgentExport, fetchAgentExport, importAgent];

describe('agents as files', () => {
  it('are exported by owners who are users, fetched by who has the link, and imported by owners', () => {
    expect(routesOf(...operations)).toEqual({
      'POST /agent/{agent_id}/export': '200 null; SOWNER of agent; user pat',
      'GET /agent/{agent_id}/export/{export_id}': '200 binary; any of nothing; none',
      'POST /agent/{agent_id}/import': '200 null; SOWNER of agent; sa user pat',
    });
    expect(conductOf(...operations)).toEqual({
      'agents.export.request': '10 s, needs room',
      'agents.export.fetch': '10 s',
      'agents.import': '60 s, needs room',
    });
    expect(importAgent.http).toMatchObject({ bodyKind: 'file-form' });
    expect([AGENT_FILE_BYTES_MAX, AGENT_EXPORT_HOURS]).toEqual([10_485_760, 24]);
  });

  it('are encrypted with a passphrase of 16 characters', () => {
    const exported = (passphrase?: string) => faults(requestAgentExport, { body: { passphrase } });
    expect([exported(text(16)), exported(text(1_024))]).toEqual([[], []]);
    expect(exported(text(15))).toEqual(['body.passphrase: String should have at least 16 characters']);
    expect(exported(text(1_025))).toEqual([`body.passphrase: ${tooLong(1_024)}`]);
    expect(exported()).toHaveLength(1);
  });

  it('are imported with any passphrase, over nothing unless that is said', () => {
    expect(wireOf(AgentImportForm, { passphrase: 'p' })).toEqual({
      passphrase: 'text!',
      overwrite: 'null flag = false',
    });
    expect(faults(importAgent, { body: { passphrase: 'p' } })).toEqual([]);
    expect(faults(importAgent, { body: { passphrase: '' } })).toHaveLength(1);
  });

  it('have a link with a token that needs no encoding', () => {
    const fetched = (token: string, export_id = UUID) =>
      faults(fetchAgentExport, { path: { agent_id: UUID, export_id }, query: { token } });
    expect(fetched('Az09_-')).toEqual([]);
    for (const token of ['', 'a/b', 'a b', text(101)]) expect(fetched(token)).toHaveLength(1);
    expect(fetched('a', 'first')).toHaveLength(1);
  });
});
