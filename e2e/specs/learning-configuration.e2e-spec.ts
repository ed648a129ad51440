import {
  addModelsConfiguration,
  deleteModelsConfiguration,
  getDefaultModelsConfiguration,
  getKnowledgeBoxConfiguration,
  getModelsConfiguration,
  updateModelsConfiguration,
} from '@lectern/contracts/understanding';
import { Client, type KnowledgeBoxClient } from '../harness/client';
import { issueNuaKey, nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

inStandalone('learning configurations, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let nua: Client;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    nua = new Client(server(mode).origin, nuaKey((await issueNuaKey(kb)).token));
  });

  it('are kept for boxes that are elsewhere, by any name', async () => {
    const target = { params: { kbid: `elsewhere_${kb.id.slice(0, 8)}` } };
    await expect(nua.api.call(getModelsConfiguration, target)).rejects.toMatchObject({ status: 404 });
    const defaults = await nua.api.call(getDefaultModelsConfiguration);
    expect(await nua.api.call(addModelsConfiguration, { ...target, body: {} })).toEqual(defaults);
    const body = { generative_model: 'local', prefer_markdown_generative_response: true };
    await nua.api.call(updateModelsConfiguration, { ...target, body });
    expect(await nua.api.call(getModelsConfiguration, target)).toEqual({
      ...defaults,
      ...body,
      ner_model: 'multilingual',
      resource_labelers_models: null,
    });
    await nua.api.call(deleteModelsConfiguration, target);
    await expect(nua.api.call(deleteModelsConfiguration, target)).rejects.toMatchObject({ status: 404 });
  });

  it('of a box name its vectorsets', async () => {
    const record = await kb.api(getKnowledgeBoxConfiguration);
    expect(record.semantic_models).toEqual([record.semantic_model]);
    expect(record.semantic_model_configs[record.semantic_model]).toMatchObject({ size: record.semantic_vector_size });
  });
});
