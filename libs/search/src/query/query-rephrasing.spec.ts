import { InProcessBus } from '@lectern/bus';
import { type AnyOperation, AppError, systemPrincipal } from '@lectern/contracts/core';
import { describeGenerator } from '@lectern/contracts/understanding';
import { Metrics } from '@lectern/runtime';
import { Logger } from '@nestjs/common';
import { Degradation } from '../degradation/degradation';
import { ZoneModels } from '../models/zone-models';
import { QueryRephrasing, type RephrasedRequest } from './query-rephrasing';

const image = { content_type: 'image/png', b64encoded: 'iVBORw0=' };
const blind = { id: 'local', contextTokensMax: 1, takesOtherModels: false, vision: false };
const call = { principal: systemPrincipal, signal: new AbortController().signal, requestId: 'request' };

describe('a query that is rewritten', () => {
  let asked: object[];
  let unknown: boolean;
  let answer: () => Promise<object>;
  let generators: (typeof blind)[];
  let rephrase: (request: Partial<RephrasedRequest>) => Promise<object>;

  beforeEach(() => {
    Logger.overrideLogger(false);
    asked = [];
    unknown = false;
    generators = [blind];
    answer = async () => ({ question: 'Why does the sea rise?', usedHistory: false });
    const request = async ({ name }: AnyOperation, { body }: { readonly body: object }) => {
      if (name === 'understanding.models.describe') return { generator: generators[0], generators };
      if (name === describeGenerator.name && unknown) throw new AppError('invalid_request', 'unknown');
      if (name === describeGenerator.name) return { generator: { ...blind, id: 'ours', vision: true } };
      asked.push(body);
      return answer();
    };
    const bus = Object.assign(new InProcessBus(), { request });
    const degradation = new Degradation(new Metrics());
    const rephrasing = new QueryRephrasing(bus, new ZoneModels(bus, degradation), degradation);
    rephrase = (members) => rephrasing.rephrase('box', { query: 'tides', ...members }, call);
  });

  it('stays as it is unless it is to be rewritten, and when it is empty', async () => {
    expect(await rephrase({})).toEqual({ query: 'tides' });
    expect(await rephrase({ rephrase: true, query: ' ' })).toEqual({ query: ' ' });
    expect(asked).toEqual([]);
  });

  it('keeps its words beside what the model says', async () => {
    const rewritten = { query: 'tides', rephrased: 'Why does the sea rise?' };
    expect(await rephrase({ rephrase: true, rephrase_prompt: 'Say {question}' })).toEqual(rewritten);
    expect(asked).toMatchObject([{ question: 'tides', standsAlone: true, prompt: 'Say {question}' }]);
  });

  it('is searched as it was sent when the model fails', async () => {
    answer = async () => Promise.reject(new AppError('provider_failed', 'Away'));
    expect(await rephrase({ rephrase: true })).toEqual({ query: 'tides', warning: expect.stringMatching('as it was') });
  });

  it('is searched as it was sent when it does not say what it refers to', async () => {
    answer = async () => ({ question: 'tides', usedHistory: false, lacksContext: true });
    expect(await rephrase({ rephrase: true })).toEqual({ query: 'tides', warning: expect.stringMatching('not name') });
  });

  it('with an image is searched as what a model says that reads images', async () => {
    generators = [blind, { ...blind, id: 'seeing', vision: true }];
    const question = 'Why does the sea rise?';
    expect(await rephrase({ query_image: image })).toEqual({ query: question, rephrased: question });
    expect(asked).toMatchObject([{ model: 'seeing', images: [{ contentType: 'image/png', base64: 'iVBORw0=' }] }]);
  });

  it('with an image is refused where no model reads images, or the named one does not', async () => {
    await expect(rephrase({ query_image: image })).rejects.toThrow('no model of this deployment reads images');
    generators = [{ ...blind, id: 'seeing', vision: true }, blind];
    await expect(rephrase({ query_image: image, generative_model: 'local' })).rejects.toThrow('local does not read');
  });

  it('names a model of the deployment or of the account', async () => {
    expect(await rephrase({ generative_model: 'ours', query_image: image })).toMatchObject({
      query: expect.any(String),
    });
    expect(asked).toMatchObject([{ model: 'ours' }]);
    unknown = true;
    await expect(rephrase({ generative_model: 'other' })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
