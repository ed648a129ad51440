import { AllowList } from './allow-list';
import { Egress } from './egress';
import { Guard } from './guard';

const addresses: Readonly<Record<string, readonly string[]>> = {
  'site.test': ['127.0.0.1'],
  'inside.test': ['127.0.0.1'],
  'both.test': ['8.8.8.8', '10.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'empty.test': [],
};
const resolve = async (hostname: string) => {
  const found = addresses[hostname];
  if (!found)
    throw Object.assign(new Error('no such name'), { code: hostname === 'busy.test' ? 'EAI_AGAIN' : 'ENOTFOUND' });
  return found.map((address) => ({ address, family: 4 }));
};

describe('servers of other protocols than HTTP', () => {
  const egress = new Egress(new Guard(new AllowList(['site.test:5432']), resolve));
  afterAll(() => egress.onApplicationShutdown());

  it('have addresses that were checked', async () => {
    expect(await egress.addressesFor({ hostname: 'site.test', port: 5432 })).toEqual(['127.0.0.1']);
    expect(await egress.addressesFor({ hostname: '8.8.8.8', port: 5432 })).toEqual(['8.8.8.8']);
  });

  it('must be on the public internet, or be allowed with their port', async () => {
    const refused = [
      { hostname: 'site.test', port: 5433 },
      { hostname: 'inside.test', port: 5432 },
      { hostname: 'both.test', port: 5432 },
      { hostname: 'metadata.test', port: 80 },
      { hostname: '127.0.0.1', port: 5432 },
      { hostname: '[::1]', port: 5432 },
      { hostname: '::ffff:10.0.0.1', port: 3306 },
      { hostname: 'nobody.test', port: 5432 },
      { hostname: 'empty.test', port: 5432 },
    ];
    for (const target of refused)
      await expect(egress.addressesFor(target)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(egress.addressesFor({ hostname: 'busy.test', port: 1 })).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
