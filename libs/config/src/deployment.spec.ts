import { deployment, deploymentSlice, readConfig } from '.';

function deploymentOf(environment: Record<string, string>) {
  return deployment(readConfig(deploymentSlice, environment), environment);
}

describe('deployment', () => {
  it('is reached at the gateway of the same process by default', () => {
    expect(deploymentOf({})).toMatchObject({
      publicUrl: 'http://127.0.0.1:8080',
      zone: { origin: 'http://127.0.0.1:8080', slug: 'local' },
    });
    expect(deploymentOf({ HTTP_HOST: '0.0.0.0', HTTP_PORT: '9000' }).publicUrl).toBe('http://localhost:9000');
    expect(deploymentOf({ HTTP_HOST: '::1', HTTP_PORT: '9000' }).publicUrl).toBe('http://[::1]:9000');
  });

  it('takes origins with or without a slash at their end, and nothing else', () => {
    const { publicUrl, zone } = deploymentOf({
      PUBLIC_URL: 'https://a.example/',
      ZONE_ORIGIN: 'https://z.example:444',
    });
    expect([publicUrl, zone.origin]).toEqual(['https://a.example', 'https://z.example:444']);
    expect(() => deploymentOf({ PUBLIC_URL: 'https://a.example/path' })).toThrow(/PUBLIC_URL/);
    expect(() => deploymentOf({ ZONE_ORIGIN: 'z.example' })).toThrow(/ZONE_ORIGIN/);
  });
});
