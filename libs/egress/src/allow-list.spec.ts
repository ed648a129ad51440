import { AllowList } from './allow-list';

describe('AllowList', () => {
  it('knows hosts with and without a port, however they are written', () => {
    const list = new AllowList(['Wiki.intranet:8443', 'files.intranet', '10.1.2.3', '[fd00::1]:80', 'fd00::2']);
    const has = (host: string, port: number) => list.hasHost(host, port);
    expect([
      has('wiki.intranet', 8443),
      has('WIKI.intranet.', 8443),
      has('wiki.intranet', 443),
      has('x.wiki.intranet', 8443),
    ]).toEqual([true, true, false, false]);
    expect([
      has('files.intranet', 1),
      has('10.1.2.3', 80),
      has('[fd00:0::1]', 80),
      has('fd00::1', 81),
      has('[fd00::2]', 7),
    ]).toEqual([true, true, true, false, true]);
  });

  it('knows networks of both families', () => {
    const list = new AllowList(['10.0.0.0/8', 'fd00::/64']);
    const addresses = ['10.255.0.1', '11.0.0.1', 'fd00::5', 'fd01::5', 'name'];
    expect(addresses.map((address) => list.hasAddress(address))).toEqual([true, false, true, false, false]);
  });

  it.each(['http://a', 'a/b', 'user@a', 'a b', '', 'a:99999'])('refuses %j', (entry) => {
    expect(() => new AllowList([entry])).toThrow(/neither a network nor a host/);
  });
});
