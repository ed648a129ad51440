import { doorsOf, endpointsOf } from './core';
import { allOperations } from './operations';

const blockable = allOperations.flatMap(doorsOf).filter(({ feature }) => feature !== undefined);

describe('operations that a blocked account cannot use', () => {
  it('never delete anything', () => {
    expect(blockable.filter(({ http }) => http?.method === 'DELETE')).toEqual([]);
  });

  it('read nothing but what is searched or trained with', () => {
    const reading = blockable.filter(({ http }) => http?.method === 'GET' || http?.method === 'HEAD');
    for (const { name, feature } of reading)
      expect([name, ['search', 'training']]).toEqual([name, expect.arrayContaining([feature])]);
  });

  it('are on a knowledge box, an agent or an account, or for keys of one, so that there is an account to ask about', () => {
    for (const { name, policy } of blockable) {
      const ofKeys = policy?.on === 'nothing' && policy.credentials.every((kind) => kind === 'nua');
      expect([name, ofKeys ? 'account' : policy?.on]).toEqual([name, expect.stringMatching(/^(kb|account|agent)$/)]);
    }
  });

  it('are all that bring content into a resource', () => {
    const isOfResources = (path: string) =>
      /\/kb\/\{kbid\}\/(resource|resources|slug|upload|tusupload)(\/|$)/.test(path);
    const bringing = allOperations.filter(
      (one) =>
        endpointsOf(one).some(({ path }) => isOfResources(path)) &&
        ['POST', 'PUT', 'PATCH'].includes(one.http?.method ?? '') &&
        one.policy?.role === 'WRITER',
    );
    const others = bringing.filter(({ feature }) => feature !== 'upload' && feature !== 'processing');
    expect(others.map(({ name }) => name)).toEqual(['kb.resource.reindex']);
    expect(bringing.length).toBeGreaterThan(10);
  });
});
