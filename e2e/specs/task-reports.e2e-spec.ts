import {
  fetchTaskAsset,
  getTaskAsset,
  inspectKnowledgeBoxTaskWorker,
  listTaskAssets,
  startKnowledgeBoxTask,
} from '@lectern/contracts/understanding';
import { until } from '../harness/client';
import { conformingFetch } from '../harness/conformance';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { asNuaClient } from '../harness/processing';

const TREES = 'The old oak tree in the forest lost its leaves in autumn.';
const LOANS = 'The bank raised the interest rate of its loans.';
const labels = [
  { label: 'trees', description: 'An oak tree in the forest, its leaves in autumn', examples: [TREES] },
  { label: 'money', description: 'The interest rate of loans of a bank', examples: [LOANS] },
];
const parameters = { name: 'Topics | 2026', on: 1, operations: [{ label: { ident: 'topic', labels } }] };

inStandalone('reports of tasks, %s', (mode) => {
  it('say after a run what was found, beside the labels of users', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const given = (label: string) => ({ usermetadata: { classifications: [{ labelset: 'topic', label }] } });
    await kb.createResource({ texts: { a: { body: TREES } }, ...given('trees') }, { wait: 'searchable' });
    await kb.createResource({ texts: { a: { body: LOANS } }, ...given('trees') }, { wait: 'searchable' });
    expect(await kb.api(listTaskAssets)).toEqual({ assets: [] });

    const body = { name: 'labeler', apply: 'EXISTING', parameters } as const;
    const { id: task_id } = await kb.api(startKnowledgeBoxTask, { body });
    const assets = await until(async () => {
      const found = (await kb.api(listTaskAssets)).assets;
      return found.length > 0 ? found : undefined;
    }, 'the report is written');
    expect(assets.map(({ content_type }) => content_type).toSorted()).toEqual(['text/csv', 'text/markdown']);
    expect(assets[0]).toMatchObject({ task_id, task_name: 'labeler', kbid: kb.id, account_id: kb.account });

    const read = async (type: string) => {
      const { id: asset_id = '' } = assets.find(({ content_type }) => content_type === type) ?? {};
      const { url } = await kb.api(getTaskAsset, { params: { asset_id } });
      return { url, text: await (await conformingFetch(url)).text() };
    };
    const page = await read('text/markdown');
    expect(page.text).toMatch(/^# Topics \\\| 2026\n/);
    expect(page.text).toContain('| fields read | 2 |');
    expect(page.text).toContain('|  | money | trees |\n| --- | --- | --- |\n| trees | 1 | 1 |');
    const lines = (await read('text/csv')).text.split('\r\n');
    expect(lines).toEqual(expect.arrayContaining(['confusion topic,trees,money,1', 'labels,topic/money,,1']));

    const { searchParams, pathname } = new URL(page.url);
    const asset_id = pathname.split('/').at(-2) ?? '';
    const query = { expires: searchParams.get('expires') ?? '', signature: 'a'.repeat(43) };
    const params = { kbid: kb.id, asset_id };
    await expect(kb.client.api.call(fetchTaskAsset, { params, query })).rejects.toMatchObject({ status: 404 });
    const later = { ...query, expires: '4102444800', signature: searchParams.get('signature') ?? '' };
    await expect(kb.client.api.call(fetchTaskAsset, { params, query: later })).rejects.toMatchObject({ status: 404 });

    const nua = await asNuaClient(kb);
    const worker = await nua.api.call(inspectKnowledgeBoxTaskWorker, { params: { kbid: kb.id, task_id } });
    expect(worker).toMatchObject({ id: task_id, completed: true, token: null, kbdb_token: null });
    expect(worker.task).toMatchObject({ name: 'labeler', validation: { type: 'object' } });
    expect((await kb.client.send('GET', `${kb.path}/task/${task_id}/worker_config`)).status).toBe(403);
  });
});
