import { type Principal, systemPrincipal, validate } from '@lectern/contracts/core';
import {
  createAccountKnowledgeBox,
  CreateKnowledgeBoxPayload,
  deleteAccountKnowledgeBox,
  getAccountKnowledgeBox,
  getKnowledgeBox,
  getKnowledgeBoxBySlug,
  indexKnowledgeBoxes,
  knowledgeBoxChanged,
  listAccountKnowledgeBoxes,
  modifyAccountKnowledgeBox,
} from '@lectern/contracts/knowledge-box';
import { TaskQueue, Transactions } from '@lectern/database';
import { KnowledgeBoxRepository } from '@lectern/resource-store';
import { KnowledgeBoxUserRepository } from '@lectern/access';
import type { Application } from '@lectern/runtime';
import { account, as, foreignAccount, member, owner, refusalOf } from '../../../resource-store/fixtures/zone-process';
import { configured, embedder, startProcess, Zone } from '../../fixtures/zone';

let zone: Zone;
beforeAll(async () => {
  zone = await Zone.start();
});
afterAll(() => zone.stop());

describe('knowledge boxes of an account', () => {
  it('are created, shown to those who own them, changed and deleted', async () => {
    const kbid = await zone.newBox({
      slug: 'tides',
      description: 'Seas',
      search_configs: { a: 1 },
      learning_configuration: { semantic_model: embedder },
    });
    const target = { params: { account, kbid } };
    await expect(zone.bus.request(getAccountKnowledgeBox, target, as(owner))).resolves.toMatchObject({
      id: kbid,
      account_id: account,
      slug: 'tides',
      zone: 'local',
      state: 'PRIVATE',
      role_on_kb: 'SOWNER',
      search_configs: { a: 1 },
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?$/),
    });
    await expect(zone.bus.request(getAccountKnowledgeBox, target, as(member))).resolves.toMatchObject({
      role_on_kb: null,
    });

    await expect(
      zone.bus.request(
        modifyAccountKnowledgeBox,
        { ...target, body: { title: 'Oceans', state: 'PUBLISHED' } },
        as(owner),
      ),
    ).resolves.toEqual({});
    await expect(zone.bus.request(getKnowledgeBox, { params: { kbid } }, as(owner))).resolves.toMatchObject({
      uuid: kbid,
      slug: 'tides',
      config: { title: 'Oceans' },
      model: null,
    });
    await expect(zone.bus.request(deleteAccountKnowledgeBox, target, as(owner))).resolves.toBeNull();
    const calls = [
      zone.bus.request(getKnowledgeBox, { params: { kbid } }, as(owner)),
      zone.bus.request(deleteAccountKnowledgeBox, target, as(owner)),
    ];
    expect(new Set(await Promise.all(calls.map(refusalOf)))).toEqual(
      new Set(['not_found: Knowledge Box does not exist']),
    );
  });

  it('leave a task behind that removes what was in them, and their slug', async () => {
    const kbid = await zone.newBox({ slug: 'gone' });
    const agent = await zone.newBox({ slug: 'gone-agent', mode: 'agent_no_memory' });
    for (const id of [kbid, agent])
      await zone.bus.request(deleteAccountKnowledgeBox, { params: { account, kbid: id } }, as(owner));
    const { items } = await zone.app.get(TaskQueue).list({ task: 'purgeKnowledgeBox' });
    const payloads = items.map(({ payload }) => payload);
    expect(payloads).toContainEqual({ kbid, account });
    expect(payloads).toContainEqual({ kbid: agent, account, isAgent: true });
    await expect(zone.newBox({ slug: 'gone' })).resolves.toEqual(expect.any(String));
  });

  it('have slugs that are unique within the account', async () => {
    await zone.newBox({ slug: 'taken' });
    await expect(refusalOf(zone.newBox({ slug: 'taken' }))).resolves.toMatch(/^conflict: /);
    const other = await zone.newBox({ slug: 'free' });
    const change = zone.bus.request(
      modifyAccountKnowledgeBox,
      { params: { account, kbid: other }, body: { slug: 'taken' } },
      as(owner),
    );
    await expect(refusalOf(change)).resolves.toMatch(/^conflict: /);
    const elsewhere = {
      params: { account: foreignAccount },
      body: validate(CreateKnowledgeBoxPayload, { slug: 'taken', title: 'x' }),
    };
    await expect(zone.bus.request(createAccountKnowledgeBox, elsewhere, as(owner))).resolves.toEqual({
      id: expect.any(String),
    });
  });

  it('are not found, changed or deleted by way of another account', async () => {
    const target = { params: { account: foreignAccount, kbid: await zone.newBox() } };
    const calls = [
      zone.bus.request(getAccountKnowledgeBox, target, as(owner)),
      zone.bus.request(modifyAccountKnowledgeBox, { ...target, body: { title: 'x' } }, as(owner)),
      zone.bus.request(deleteAccountKnowledgeBox, target, as(owner)),
    ];
    expect(new Set(await Promise.all(calls.map(refusalOf)))).toEqual(
      new Set(['not_found: Knowledge Box does not exist']),
    );
  });

  it('are listed by mode, agents only when requested', async () => {
    const [kb, agent, forgetful] = [
      await zone.newBox(),
      await zone.newBox({ mode: 'agent' }),
      await zone.newBox({ mode: 'agent_no_memory', search_configs: { a: 1 } }),
    ];
    const list = async (mode: 'kb' | 'agent' | 'agent_no_memory' | 'agents', include_search_configs = false) =>
      (
        await zone.bus.request(
          listAccountKnowledgeBoxes,
          { params: { account }, query: { mode, include_search_configs } },
          as(owner),
        )
      ).boxes;
    const ids = async (mode: Parameters<typeof list>[0]) =>
      (await list(mode)).map(({ id }) => id).filter((id) => [kb, agent, forgetful].includes(id));
    expect(await ids('kb')).toEqual([kb]);
    expect(await ids('agent')).toEqual([agent]);
    expect((await ids('agents')).sort()).toEqual([agent, forgetful].sort());
    expect((await list('agent_no_memory'))[0]?.search_configs).toEqual({});
    expect((await list('agent_no_memory', true))[0]?.search_configs).toEqual({ a: 1 });
    const index = await zone.bus.request(indexKnowledgeBoxes, { body: { account } }, as(systemPrincipal));
    expect(index.boxes).toContainEqual({ account, kbid: agent, mode: 'agent', zone: 'local' });
  });

  it('are found by slug among those that the caller may see', async () => {
    const kbid = await zone.newBox({ slug: 'by-slug' });
    const bySlug = (principal: Principal, slug = 'by-slug') =>
      zone.bus.request(getKnowledgeBoxBySlug, { params: { slug } }, as(principal));
    await expect(bySlug(owner)).resolves.toMatchObject({ uuid: kbid });
    await expect(refusalOf(bySlug(member))).resolves.toMatch(/^not_found: /);
    const users = zone.app.get(KnowledgeBoxUserRepository);
    const grant = { userId: member.id, role: 'SMEMBER' } as const;
    await zone.app.get(Transactions).run((tx) => users.put(kbid, [grant], tx));
    await expect(bySlug(member)).resolves.toMatchObject({ uuid: kbid });
    const key: Principal = { kind: 'sa', id: 'robot', account, kb: kbid, roles: ['SCONTRIBUTOR'] };
    await expect(bySlug(key)).resolves.toMatchObject({ uuid: kbid });
    await zone.newBox({ slug: 'another' });
    await expect(refusalOf(bySlug(key, 'another'))).resolves.toMatch(/^not_found: /);
  });

  it('keep the embedding models that they were created with; the understanding service keeps the rest', async () => {
    const create = (learning_configuration: object, more: object = {}) =>
      zone.newBox({ learning_configuration, ...more });
    const kbid = await create({ semantic_model: embedder, generative_model: 'local' });
    const settings = await zone.app.get(KnowledgeBoxRepository).get(kbid);
    expect(settings.learningConfiguration).toEqual({ semantic_models: [embedder] });
    expect([...configured]).toContain(kbid);
    await expect(refusalOf(create({ generative_model: 'other' }))).resolves.toMatch(/^invalid_request: unknown model/);
  });

  it('leave no configuration when they cannot be created', async () => {
    await zone.newBox({ slug: 'occupied' });
    const before = [...configured];
    const again = zone.newBox({ slug: 'occupied', learning_configuration: { generative_model: 'local' } });
    await expect(again).rejects.toThrow('exists already');
    expect([...configured]).toEqual(before);
  });

  it('have settings that are remembered until they change', async () => {
    const kbid = await zone.newBox();
    const other = await startProcess();
    const settings = (process: Application) => process.get(KnowledgeBoxRepository).get(kbid);
    expect((await settings(other.app)).enforceSecurity).toBe(false);
    expect(await settings(zone.app)).toBe(await settings(zone.app));
    const change = { params: { account, kbid }, body: { enforce_security: true } };
    await zone.bus.request(modifyAccountKnowledgeBox, change, as(owner));
    expect((await settings(zone.app)).enforceSecurity).toBe(true);
    // Processes share a bus only over a network, so the test delivers the event itself.
    expect((await settings(other.app)).enforceSecurity).toBe(false);
    other.bus.publish(knowledgeBoxChanged, { kbid });
    await new Promise((done) => setTimeout(done, 0));
    expect((await settings(other.app)).enforceSecurity).toBe(true);
    await other.app.close();
  });
});
