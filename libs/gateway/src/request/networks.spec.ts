import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { clientAddress, networkOf, Networks } from './networks';

function requestFrom(address: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: address });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

describe('the address of a client', () => {
  const proxies = Networks.of(['10.0.0.0/8', '::1']);

  it.each([
    ['203.0.113.1', undefined, '203.0.113.1'],
    ['203.0.113.1', '198.51.100.1', '203.0.113.1'],
    ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['::1', '192.0.2.9, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['10.1.2.3', '10.9.9.9', '10.9.9.9'],
    ['10.1.2.3', 'spoofed, 198.51.100.1', '198.51.100.1'],
  ])('of %s, forwarded for %s, is %s', (address, forwarded, expected) => {
    expect(clientAddress(requestFrom(address, forwarded), proxies)).toBe(expected);
  });

  it('is that of the socket when it has none', () => {
    const request = new IncomingMessage(new Socket());
    request.headers['x-forwarded-for'] = '198.51.100.1';
    expect(clientAddress(request, proxies)).toBe('');
  });
});

describe('networks', () => {
  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.1', '::1/129', '10.0.0.0/-1', ''])(
    'are not made of %j',
    (text) => {
      expect(() => Networks.of([text])).toThrow(`${text} is neither an address nor a network`);
    },
  );

  it.each([
    [['0.0.0.0/0'], '203.0.113.7', true],
    [['0.0.0.0/0'], '2001:db8::1', false],
    [['::/0'], '2001:db8::1', true],
    [['::/0'], '203.0.113.7', false],
    [['::ffff:203.0.113.7'], '203.0.113.7', true],
    [['10.0.0.1'], '10.1', false],
    [['10.0.0.0/8'], 'x', false],
    [[], '10.0.0.1', false],
  ])('%j contain %s: %s', (networks, address, contained) => {
    expect(Networks.of(networks).contains(address)).toBe(contained);
  });

  it('contain each address of theirs, in both forms', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), (address, bits) => {
        const networks = Networks.of([`${address}/${bits}`]);
        expect([networks.contains(address), networks.contains(`::ffff:${address}`)]).toEqual([true, true]);
      }),
    );
  });
});

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::7:8', '2001:db8:0:0::/64'],
    ['2001::4:5:6:7:8', '2001:0:0:4::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['', ''],
    ['x'.repeat(100), 'x'.repeat(64)],
  ])('%s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
