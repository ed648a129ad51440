import {
  getProcessingRequest,
  type ProcessingRecord,
  type PushPayload,
  pushToProcessing,
} from '@lectern/contracts/understanding';
import type { Sent } from '@lectern/client';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { issueNuaKey, nuaKey } from '../harness/credentials';
import { runningModes, server } from '../harness/modes';

/** A caller with a NUA key of the account. */
async function asNuaClient(kb: KnowledgeBoxClient, origin = kb.client.origin): Promise<Client> {
  return new Client(origin, nuaKey((await issueNuaKey(kb)).token));
}

async function ended(nua: Client, processing_id: string): Promise<ProcessingRecord> {
  const look = async () => {
    const record = await nua.api.call(getProcessingRequest, { params: { processing_id } });
    return record.completed || record.failed ? record : undefined;
  };
  return until(look, 'the push has ended', 60_000);
}

async function processed(nua: Client, body: Sent<PushPayload>): Promise<ProcessingRecord> {
  const { processing_id } = await nua.api.call(pushToProcessing, { body });
  return ended(nua, processing_id);
}

describe.each(runningModes())('the processing API, %s', (mode) => {
  it('gives back what a knowledge box would have stored of a text', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const nua = await asNuaClient(kb);
    const record = await processed(nua, {
      title: 'Ferries',
      textfield: { note: { body: 'The ferry to Amrum leaves at six.', format: 0 } },
    });
    expect(record).toMatchObject({ completed: true, failed: false, scheduled: true, title: 'Ferries', retries: 0 });
    expect(Buffer.from(record.response ?? '', 'base64').toString('latin1')).toContain('The ferry to Amrum');
  });
});
