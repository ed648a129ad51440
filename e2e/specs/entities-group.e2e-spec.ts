import { getEntitiesGroup, listEntitiesGroups } from '@lectern/contracts/knowledge-box';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const UNKNOWN_BOX = '11111111-1111-4111-8111-111111111111';

inStandalone('groups of entities, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  const send = (path: string, client = kb.client) => client.send('GET', `${kb.path}${path}`);

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
    const texts = { a: { body: 'Ada Lovelace wrote to Charles Babbage from London on 12 March 1842.' } };
    await kb.createResource({ texts }, { wait: 'searchable' });
  });

  it('are the types of what the content mentions, without the entities', async () => {
    const { uuid, groups } = await kb.api(listEntitiesGroups);
    expect(uuid).toBe(kb.id);
    expect(groups['PERSON']).toEqual({ title: 'PERSON', color: 'blue', custom: false, entities: {} });
    expect(Object.values(groups).filter(({ entities }) => Object.keys(entities).length > 0)).toEqual([]);
  });

  it('have entities that filters find', async () => {
    const { entities, ...group } = await kb.api(getEntitiesGroup, { params: { group: 'PERSON' } });
    expect(group).toEqual({ title: 'PERSON', color: 'blue', custom: false });
    expect(entities['Ada Lovelace']).toEqual({ value: 'Ada Lovelace', merged: false, represents: [] });
    for (const value of Object.keys(entities))
      expect(await kb.foundTexts({ query: '', features: ['keyword'], filters: [`/e/PERSON/${value}`] })).toHaveLength(
        1,
      );
  });

  it('do not come with their entities', async () => {
    expect((await send('/entitiesgroups?show_entities=true')).status).toBe(400);
    expect((await send('/entitiesgroups?show_entities=false')).status).toBe(200);
    expect((await send('/entitiesgroups?show_entities=perhaps')).status).toBe(422);
  });

  it('are unknown without an entity, or without their box', async () => {
    expect(await send('/entitiesgroup/UNICORN')).toMatchObject({
      status: 404,
      body: { detail: "Entities group 'UNICORN' does not exist" },
    });
    expect((await kb.client.send('GET', `/kb/${UNKNOWN_BOX}/entitiesgroups`)).status).toBe(404);
    expect((await kb.client.send('GET', `/kb/${UNKNOWN_BOX}/entitiesgroup/PERSON`)).status).toBe(404);
    const other = await server(mode).createKnowledgeBox();
    expect(await other.api(listEntitiesGroups)).toEqual({ uuid: other.id, groups: {} });
  });

  it('show guests what public resources mention', async () => {
    const hidden = { texts: { a: { body: 'Grace Hopper came to Boston.' } }, hidden: true };
    const restricted = { texts: { a: { body: 'Alan Turing came to Boston.' } }, security: { access_groups: ['hr'] } };
    await Promise.all([kb.createResource(hidden, { wait: 'searchable' }), kb.createResource(restricted)]);
    await kb.modify({ state: 'PUBLISHED' });
    const people = async (client: Client) =>
      Object.keys(((await send('/entitiesgroup/PERSON', client)).body as { entities?: object }).entities ?? {});
    await until(async () => {
      const names = await people(kb.client);
      return names.includes('Grace Hopper') && names.includes('Alan Turing') ? true : undefined;
    }, 'members see all people');
    const guest = new Client(kb.client.origin);
    const names = await until(async () => {
      const seen = await people(guest);
      return seen.length > 0 ? seen : undefined;
    }, 'the box is published');
    expect(names).toContain('Ada Lovelace');
    expect(names).not.toContain('Grace Hopper');
    expect(names).not.toContain('Alan Turing');
  });
});
