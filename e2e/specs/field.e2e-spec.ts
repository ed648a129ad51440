import {
  createResource,
  deleteField,
  fieldTypes,
  getField,
  modifyResource,
  reprocessField,
} from '@lectern/contracts/knowledge-box';
import type { KnowledgeBoxClient } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const UNKNOWN_RID = '0123456789abcdef0123456789abcdef';
const refusal = (status: number, detail: string) => ({ status, body: { detail } });

inStandalone('fields of any type, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let rid: string;
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    kb.client.send(method, `${kb.path}${path}`, { headers });

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    const texts = { a: { body: 'The moon pulls the sea.' } };
    rid = await kb.createResource(
      { slug: 'tides', title: 'Tides', summary: 'On the sea', texts },
      { wait: 'searchable' },
    );
  });

  describe('title and summary', () => {
    const title = { rslug: 'tides', field_type: 'generic', field_id: 'title' } as const;
    const extracted = (id: 'title' | 'summary', text: string) => {
      const kind = id === 'title' ? 'TITLE' : 'DESCRIPTION';
      const paragraph = { start: 0, end: text.length, kind, key: `${rid}/a/${id}/0-${text.length}`, sentences: [] };
      return {
        text: { text, split_text: {}, deleted_splits: [] },
        metadata: {
          metadata: expect.objectContaining({ language: 'en', paragraphs: [expect.objectContaining(paragraph)] }),
        },
      };
    };

    it('are read as fields, with the members that were requested', async () => {
      const named = { field_type: 'generic', field_id: 'title' };
      const read = (show: ('value' | 'extracted' | 'error')[]) => kb.api(getField, { params: title, query: { show } });
      expect(await kb.api(getField, { params: title })).toEqual({ ...named, value: 'Tides' });
      expect(await read(['extracted'])).toMatchObject({ ...named, extracted: extracted('title', 'Tides') });
      const whole = await read(['value', 'extracted', 'error']);
      expect(whole).toMatchObject({ ...named, value: 'Tides', status: 'PROCESSED' });
      expect(Object.keys(whole.extracted ?? {})).toEqual(['text', 'metadata']);
      const summary = { rid, field_type: 'generic', field_id: 'summary' } as const;
      expect(await kb.api(getField, { params: summary })).toMatchObject({ field_id: 'summary', value: 'On the sea' });
    });

    it('are shown in their resource in the same way', async () => {
      const { data } = await kb.resource(rid, { show: ['values', 'extracted'], field_type: ['generic'] });
      expect(data).toMatchObject({
        generics: {
          title: { value: 'Tides', extracted: extracted('title', 'Tides') },
          summary: { value: 'On the sea', extracted: extracted('summary', 'On the sea') },
        },
      });
    });

    it('are embedded and found by their meaning, as they are after a change', async () => {
      await kb.untilEmbedded(rid);
      const vectors = async () => {
        const show = { show: ['extracted'], field_type: ['generic'], extracted: ['vectors'] } as const;
        const { title, summary } = (await kb.resource(rid, { ...show })).data?.generics ?? {};
        return [title, summary].map((field) => field?.extracted?.vectors?.vectors.vectors);
      };
      const [ofTitle, ofSummary] = await vectors();
      expect(ofTitle).toMatchObject([{ start: 0, end: 5, start_paragraph: 0, end_paragraph: 5 }]);
      expect(ofSummary).toMatchObject([{ start: 0, end: 10 }]);

      await kb.api(modifyResource, { params: { rid }, body: { summary: 'How sailors bake bread' } });
      await kb.untilEmbedded(rid);
      const found = await kb.find({
        query: 'loaves on ships',
        features: ['semantic'],
        fields: ['a/summary'],
        min_score: -1,
      });
      expect(found.best_matches).toEqual([`${rid}/a/summary/0-22`]);
      expect((await vectors())[0]).toEqual(ofTitle);
      await kb.api(modifyResource, { params: { rid }, body: { summary: 'On the sea' } });
    });

    it('have a number in the processing queue when they are set, also without other fields', async () => {
      const created = await kb.api(createResource, { body: { title: 'Tides alone' } });
      expect(created.seqid).toEqual(expect.any(Number));
      await kb.untilEmbedded(created.uuid);
      const found = await kb.find({ query: 'Tides alone', features: ['semantic'], fields: ['a/title'], min_score: -1 });
      expect(found.best_matches[0]).toBe(`${created.uuid}/a/title/0-11`);
      const { seqid } = await kb.api(modifyResource, { params: { rid: created.uuid }, body: { title: 'Ebb' } });
      expect(seqid).toBeGreaterThan(created.seqid ?? 0);
      expect((await kb.api(createResource, { body: { slug: 'nothing' } })).seqid).toBeUndefined();
    });

    it('are the only generic fields, and cannot be deleted', async () => {
      const none = refusal(404, 'Resource field does not exist');
      expect(await send('GET', `/resource/${rid}/generic/other`)).toMatchObject(none);
      for (const id of ['title', 'summary', 'other'])
        for (const path of [`/resource/${rid}`, '/slug/tides'])
          expect(await send('DELETE', `${path}/generic/${id}`)).toMatchObject(
            refusal(422, 'Title and summary cannot be deleted'),
          );
      expect(await kb.resource(rid)).toMatchObject({ title: 'Tides', summary: 'On the sea' });
    });
  });

  it('are not found where there are none', async () => {
    for (const type of fieldTypes.filter((one) => one !== 'generic')) {
      expect(await send('GET', `/resource/${rid}/${type}/none`)).toMatchObject(
        refusal(404, 'Resource field does not exist'),
      );
      expect((await send('DELETE', `/resource/${rid}/${type}/none`)).status).toBe(204);
      expect((await send('DELETE', `/slug/tides/${type}/none`)).status).toBe(204);
    }
    for (const path of [`/resource/${UNKNOWN_RID}`, '/slug/unknown'])
      for (const [method, rest] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/reprocess'],
      ] as const)
        expect(await send(method, `${path}/text/a${rest}`)).toMatchObject(refusal(404, 'Resource does not exist'));
    for (const [method, rest] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/reprocess'],
    ] as const)
      expect((await send(method, `/resource/${rid}/picture/a${rest}`)).status).toBe(422);
  });

  it('are processed again where they are processed at all', async () => {
    const params = { rslug: 'tides', field_type: 'text', field_id: 'a' } as const;
    expect(await kb.api(reprocessField, { params })).toEqual({ seqid: expect.any(Number) });
    const again = (field: string, headers?: Record<string, string>) =>
      send('POST', `/resource/${rid}/${field}/reprocess`, headers);
    const notProcessed = refusal(422, 'Only file, link, text and conversation fields can be reprocessed');
    expect(await again('generic/title')).toMatchObject(notProcessed);
    expect(await again('key_value/none')).toMatchObject(notProcessed);
    for (const type of ['text', 'file', 'link', 'conversation'])
      expect(await again(`${type}/none`)).toMatchObject(refusal(404, 'Field does not exist'));
    const password = { 'x-file-password': 'secret' };
    for (const type of ['text', 'link', 'conversation'])
      expect(await again(`${type}/a`, password)).toMatchObject(
        refusal(422, 'X-FILE-PASSWORD header is only supported for file fields'),
      );
    expect(await again('file/none', password)).toMatchObject(refusal(404, 'Field does not exist'));
    await kb.untilProcessed(rid);
  });

  it('are gone once they are deleted, by id and by slug', async () => {
    const texts = { a: { body: 'One.' }, b: { body: 'Two.' } };
    const own = await kb.createResource({ slug: 'two-texts', texts });
    const field = { field_type: 'text' } as const;
    await kb.api(deleteField, { params: { rid: own, ...field, field_id: 'a' } });
    await kb.api(deleteField, { params: { rslug: 'two-texts', ...field, field_id: 'b' } });
    expect((await kb.resource(own, { show: ['values'] })).data).not.toHaveProperty('texts');
  });
});
