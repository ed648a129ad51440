import {
  createSearchConfiguration,
  getField,
  getResource,
  getSearchConfiguration,
  listResources,
  listSearchConfigurations,
} from '@lectern/contracts/knowledge-box';
import { type AskItem } from '@lectern/contracts/search';
import { findByQuery } from '../harness/by-query';
import { answerText, type KnowledgeBoxClient } from '../harness/client';
import { apiKey, asCaller, asRole, asTemporal } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { caller, server } from '../harness/modes';
import { asUser } from '../harness/users';

const debugOf = (items: readonly AskItem[]) => items.find((item) => item.type === 'debug')?.metadata;

inStandalone('guests of a published box, %s', (mode) => {
  describe.each([true, false])('enforce_security %s', (enforced) => {
    let kb: KnowledgeBoxClient;
    let nobody: KnowledgeBoxClient;
    let restricted: string;
    let hidden: string;

    beforeAll(async () => {
      kb = await server(mode).createKnowledgeBox({ hidden_resources_enabled: true });
      nobody = kb.as(caller(mode));
      const file = { payload: Buffer.from('A restricted egret, in a file').toString('base64'), filename: 'egret.txt' };
      [restricted, hidden] = await Promise.all([
        kb.createResource(
          {
            slug: 'restricted',
            security: { access_groups: ['hr'] },
            texts: { a: { body: 'A restricted egret' } },
            files: { f: { file: { ...file, content_type: 'text/plain' } } },
          },
          { wait: 'embedded' },
        ),
        kb.createResource(
          { slug: 'hidden', hidden: true, texts: { a: { body: 'A hidden egret' } } },
          { wait: 'embedded' },
        ),
        kb.createResource({ slug: 'public', texts: { a: { body: 'A public egret' } } }, { wait: 'embedded' }),
      ]);
      await kb.modify({ state: 'PUBLISHED', enforce_security: enforced });
    });

    const paths = () =>
      [restricted, hidden].flatMap((rid, i) =>
        [`resource/${rid}`, `slug/${['restricted', 'hidden'][i]}`].map((path) => `${kb.path}/${path}`),
      );

    it('choose no groups and see nothing hidden, whatever they send', async () => {
      const query = { query: 'egret', fields: ['t'], top_k: 10 };
      const attempts = [
        {},
        { security: { groups: ['hr'] } },
        { security: { access_groups: ['hr', '/hr'] } },
        { show_hidden: true },
        { security: { groups: ['hr'] }, show_hidden: true },
        { features: ['semantic'], min_score: -1, security: { groups: ['hr'] }, show_hidden: true },
      ];
      for (const attempt of attempts)
        expect([attempt, await nobody.foundTexts({ ...query, ...attempt })]).toEqual([attempt, ['A public egret']]);
      const byQuery = await nobody.api(findByQuery, {
        query: { query: 'egret', fields: ['t'], security_groups: ['hr'], show_hidden: true },
      });
      expect(JSON.stringify(byQuery)).not.toMatch(/restricted|hidden egret/i);
      expect(byQuery).toMatchObject({ results: { total: 1 }, incomplete: false });
    });

    it('are answered from what is public', async () => {
      const request = { query: 'Which egret is public?', security: { groups: ['hr'] }, show_hidden: true };
      const items = await nobody.ask({
        ...request,
        citations: true,
        debug: true,
        show: ['values', 'extracted', 'basic'],
      });
      expect(JSON.stringify(items)).not.toMatch(/A restricted egret|A hidden egret/);
      expect(answerText(items)).toContain('A public egret');
      for (const path of paths()) {
        const refused = await nobody.client.send('POST', `${path}/ask`, { body: request });
        expect([path, refused.status]).toEqual([path, 404]);
      }
    });

    it('are told nothing of how the box is set up', async () => {
      const [query, prompt] = [
        'Which egret is public?',
        { system: 'A secret instruction', user: '{context} {question}' },
      ];
      const name = `curt-${enforced}`;
      const config = { top_k: 5, debug: true, prompt, filters: [], security: { groups: ['hr'] } };
      await kb.api(createSearchConfiguration, { params: { name }, body: { kind: 'ask', config } });
      const guests = [nobody, await asUser(mode, kb)];
      for (const guest of guests) {
        const shown = { kind: 'ask', config: { top_k: 5 } };
        expect(await guest.api(getSearchConfiguration, { params: { name } })).toEqual(shown);
        expect(await guest.api(listSearchConfigurations)).toMatchObject({ [name]: shown });
        const answers = await Promise.all([
          guest.ask({ query, search_configuration: name }),
          guest.ask({ query, search_configuration: name, debug: true }),
        ]);
        for (const items of answers) {
          expect(debugOf(items)?.prompt_context).toContain('A public egret');
          expect(JSON.stringify(items)).not.toContain('A secret instruction');
        }
      }
      const reader = asCaller(kb, apiKey(await kb.key('SMEMBER')));
      const whole = await reader.ask({ query, search_configuration: name });
      expect(debugOf(whole)?.predict_request).toMatchObject(prompt);
      const browser = await asTemporal(reader, { security_groups: ['it'] });
      const seen = await browser.ask({ query, search_configuration: name });
      expect(JSON.stringify(seen)).not.toContain('A secret instruction');
    });

    it('get the same for a restricted or hidden resource as for none', async () => {
      const missing = await nobody.client.send('GET', `${kb.path}/resource/${'0'.repeat(32)}`);
      expect(missing.status).toBe(404);
      for (const path of paths()) {
        const answer = await nobody.client.send('GET', `${path}?show=basic&show=values&show=extracted`);
        expect([path, answer.status, answer.body]).toEqual([path, 404, missing.body]);
        for (const below of ['/text/a', '/text/none', '/file/f', '/file/f/download/field', '/generic/title'])
          expect([below, (await nobody.client.send('GET', `${path}${below}`)).body]).toEqual([below, missing.body]);
        expect((await nobody.client.send('HEAD', path)).status).toBe(404);
      }
      const unknown = await nobody.client.send('POST', `${kb.path}/find`, {
        body: { query: 'egret', filter_expression: { field: { prop: 'resource', slug: 'restricted' } } },
      });
      expect(unknown).toMatchObject({ status: 412, body: { detail: expect.stringContaining('Cannot find slug') } });
    });

    it('list and count what is public only', async () => {
      const { resources, pagination } = await nobody.api(listResources, { query: { size: 10 } });
      expect([resources.map(({ slug }) => slug), pagination.last]).toEqual([['public'], true]);
      expect(await nobody.find({ query: 'egret', fields: ['t'], features: ['keyword'] })).toMatchObject({
        total: 1,
        next_page: false,
      });
    });

    it('are not those who have a role: they vouch for whom they ask', async () => {
      const reader = asCaller(kb, apiKey(await kb.key('SMEMBER')));
      const query = { query: 'egret', fields: ['t'], top_k: 10, show_hidden: true };
      expect(await reader.foundTexts({ ...query, security: { groups: [] } })).toHaveLength(2);
      expect(await reader.foundTexts({ ...query, security: { groups: ['hr'] } })).toHaveLength(3);
      for (const rid of [restricted, hidden]) expect(await reader.resource(rid)).toMatchObject({ id: rid });
      for (const rslug of ['restricted', 'hidden'])
        expect(await reader.api(getResource, { params: { rslug } })).toHaveProperty('id');
    });
  });
});

inStandalone('what a link is fetched with, %s', (mode) => {
  const link = {
    uri: 'https://example.org/members',
    headers: { 'x-member': 'open sesame' },
    cookies: { session: 'cookie of a member' },
    localstorage: { token: 'kept in a page' },
  };
  const names = { headers: { 'x-member': '' }, cookies: { session: '' }, localstorage: { token: '' } };

  it('is shown by name to readers, and whole to those who may write', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const rid = await kb.createResource({ links: { a: link } });
    const [reader, writer] = await Promise.all([asRole(kb, 'SMEMBER'), asRole(kb, 'SCONTRIBUTOR')]);
    const field = (box: KnowledgeBoxClient) =>
      box.api(getField, { params: { rid, field_type: 'link', field_id: 'a' } });
    const whole = (box: KnowledgeBoxClient) => box.resource(rid, { show: ['values'] });
    for (const read of [field, whole]) {
      expect(JSON.stringify(await read(reader))).not.toMatch(/open sesame|cookie of a member|kept in a page/);
      expect(JSON.stringify(await read(writer))).toContain('open sesame');
    }
    expect((await field(reader)).value).toMatchObject({ uri: link.uri, ...names });
    const shown = await reader.find({ query: '', show: ['basic', 'values'] });
    expect(JSON.stringify(shown)).not.toContain('open sesame');
  });
});

inStandalone('uploads of the same bytes, %s', (mode) => {
  const bytes = Buffer.from('The same bytes about a bittern');

  it('at once are stored once', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const upload = () =>
      kb.client.send('POST', `${kb.path}/upload`, { raw: bytes, headers: { 'content-type': 'text/plain' } });
    const statuses = (await Promise.all(Array.from({ length: 8 }, upload))).map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect((await kb.api(listResources)).resources).toHaveLength(1);
  });

  it('are recognised by their own md5, not by what a client says', async () => {
    const kb = await server(mode).createKnowledgeBox();
    const headers = { 'content-type': 'text/plain', 'x-md5': 'd41d8cd98f00b204e9800998ecf8427e' };
    const wrong = await kb.client.send('POST', `${kb.path}/upload`, { raw: bytes, headers });
    expect(wrong).toMatchObject({ status: 422, body: { detail: [{ loc: ['header', 'x-md5'] }] } });
    const file = { payload: bytes.toString('base64'), filename: 'a.txt', md5: 'd41d8cd98f00b204e9800998ecf8427e' };
    const inline = await kb.client.send('POST', `${kb.path}/resources`, { body: { files: { a: { file } } } });
    expect(inline.status).toBe(422);
  });
});
