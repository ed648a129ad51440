import {
  downloadExport,
  getExportStatus,
  getImportStatus,
  listResources,
  startExport,
  startImport,
} from '@lectern/contracts/knowledge-box';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { runningModes, server } from '../harness/modes';

/** The file of a new export. */
export async function exported(kb: KnowledgeBoxClient): Promise<Buffer> {
  const { export_id } = await kb.api(startExport);
  await until(async () => {
    const { status } = await kb.api(getExportStatus, { params: { export_id } });
    return status === 'finished' || status === 'errored' ? status : undefined;
  }, 'the export ends');
  return kb.client.api.download(downloadExport, { params: { kbid: kb.id, export_id } });
}

/** How the import of a file ends. */
export async function imported(kb: KnowledgeBoxClient, file: Buffer) {
  const { import_id } = await kb.client.api.upload(startImport, file, { params: { kbid: kb.id } });
  return until(async () => {
    const status = await kb.api(getImportStatus, { params: { import_id } });
    return status.status === 'finished' || status.status === 'errored' ? status : undefined;
  }, 'the import ends');
}

describe.each(runningModes())('Exports and imports (%s)', (mode) => {
  it('carry a box into another one', async () => {
    const source = await server(mode).createKnowledgeBox();
    const text = { body: 'The ibex climbs the wall of the dam.\n\nIt licks the salt of the stones.', format: 'PLAIN' as const };
    const note = await source.createResource({ title: 'Ibex', texts: { note: text } }, { wait: 'embedded' });
    const file = await source.upload(Buffer.from('The marmot whistles before it hides.'), {
      filename: 'marmot.txt',
      contentType: 'text/plain',
    });
    await source.untilEmbedded((await source.untilProcessed(file)).id);

    const target = await server(mode).createKnowledgeBox();
    expect(await imported(target, await exported(source))).toEqual({
      ...{ status: 'finished', total: 2, processed: 2, retries: 0, error: null, notes: [] },
    });
    const { resources } = await target.api(listResources);
    expect(resources.map(({ id }) => id)).toEqual([note, file].toSorted());
    for (const id of [note, file]) {
      await target.untilProcessed(id);
      await target.untilEmbedded(id);
    }
  });
});
