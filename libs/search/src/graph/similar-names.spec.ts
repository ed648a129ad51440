import { InProcessBus } from '@lectern/bus';
import { type AnyOperation, AppError, systemPrincipal, unrestricted } from '@lectern/contracts/core';
import type { GraphQuery } from '@lectern/contracts/knowledge-box';
import { Metrics } from '@lectern/runtime';
import { BoxSettings } from '../box/box-settings';
import { Degradation } from '../degradation/degradation';
import { ZoneModels } from '../models/zone-models';
import { SimilarNames } from './similar-names';

const call = { principal: systemPrincipal, signal: new AbortController().signal, requestId: 'request' };
const compared = { kbid: 'box', visibility: unrestricted };
/**
 * Names as directions: names with the same first letter have the same direction, and `near` is similar to all of them.
 */
const vectorOf = (text: string) => (text === 'near' ? [0.8, 0.6] : text.startsWith('a') ? [1, 0] : [0, 1]);

describe('names that are compared by meaning', () => {
  let embedded: string[];
  let fails: boolean;
  let resolved: (query: GraphQuery) => Promise<GraphQuery>;

  beforeEach(() => {
    embedded = [];
    fails = false;
    const embedder = { id: 'model', defaultMinScore: 0.2 };
    const request = async (
      { name }: AnyOperation,
      { body }: { readonly body: { readonly texts: readonly string[] } },
    ) => {
      if (name === 'understanding.models.describe') return { embedder, embedders: [embedder] };
      if (name === 'kb.graph.nodes') return { nodes: ['auto', 'near', 'boat'].map((value) => ({ value })) };
      if (name === 'kb.graph.relations') return { relations: ['', 'abuts', 'builds'].map((label) => ({ label })) };
      if (name !== 'understanding.texts.embed') return { vectorsets: ['model'] };
      if (fails) throw new AppError('unavailable', 'Away');
      embedded.push(...body.texts);
      return { vectors: body.texts.map((text) => Float32Array.from(vectorOf(text))) };
    };
    const bus = Object.assign(new InProcessBus(), { request });
    const models = new ZoneModels(bus, new Degradation(new Metrics()));
    const names = new SimilarNames(bus, new BoxSettings(bus), models);
    resolved = (query) => names.resolved(query, compared, call);
  });

  it('are those of the box that are near enough, the nearest first', async () => {
    const node = { value: 'automobile', match: 'semantic', type: 'entity' } as const;
    expect(await resolved({ not: { node, at: 'either' } })).toEqual({
      not: {
        node: {
          ...node,
          similar: [
            { value: 'auto', score: 1 },
            { value: 'near', score: expect.closeTo(0.8) },
          ],
        },
        at: 'either',
      },
    });
  });

  it('may be names of relations, and each pattern has its own', async () => {
    const source = { value: 'ship', match: 'semantic' } as const;
    const relation = { label: 'adjoins', match: 'semantic' } as const;
    const found = await resolved({ path: { source, relation, undirected: false } });
    expect(found).toMatchObject({
      path: {
        source: { similar: [{ value: 'boat' }, { value: 'near' }] },
        relation: { similar: [{ value: 'abuts' }] },
      },
    });
  });

  it('are embedded once', async () => {
    const query: GraphQuery = { node: { value: 'automobile', match: 'semantic' }, at: 'either' };
    await resolved(query);
    const before = embedded.length;
    await resolved(query);
    expect(embedded).toHaveLength(before);
  });

  it('cost nothing where nothing is compared by meaning, and fail with the model', async () => {
    fails = true;
    const query: GraphQuery = { node: { value: 'auto', match: 'exact' }, at: 'either' };
    expect(await resolved(query)).toBe(query);
    const semantic: GraphQuery = { node: { value: 'auto', match: 'semantic' }, at: 'either' };
    await expect(resolved(semantic)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(resolved({ all: Array<GraphQuery>(9).fill(semantic) })).rejects.toThrow('At most 8');
  });
});
