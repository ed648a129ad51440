import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { KnowledgeBoxAccess } from '@lectern/contracts';
import { blockListOf, checkWhereabouts, clientAddress, networkOf } from './origin';

function requestFrom(address: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: address });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

describe('the address of a client', () => {
  const proxies = blockListOf(['10.0.0.0/8', '::1']);

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

  it('is refused as a setting when it is none', () => {
    expect(() => blockListOf(['proxy.example'])).toThrow('proxy.example is neither an address nor a network');
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

describe('where a request comes from', () => {
  const box: KnowledgeBoxAccess = {
    kbid: '',
    account: '',
    state: 'PRIVATE',
    allowedOrigins: null,
    allowedIpAddresses: null,
    userRole: null,
  };

  it.each([
    [['https://a.example'], 'https://a.example', true],
    [['https://A.example/'], 'https://a.example', true],
    [['https://a.example'], 'https://b.example', false],
    [['https://a.example'], 'null', false],
    [['https://a.example'], undefined, true],
    [['*'], 'https://b.example', true],
    [[], 'https://b.example', true],
  ])('with origins %j and %s is let in: %s', (allowedOrigins, origin, letIn) => {
    const check = () => checkWhereabouts({ ...box, allowedOrigins }, { origin, address: '' });
    if (letIn) expect(check).not.toThrow();
    else expect(check).toThrow('Origin not allowed');
  });

  it.each([
    [['203.0.113.7'], '203.0.113.7', true],
    [['203.0.113.7'], '::ffff:203.0.113.7', true],
    [['2001:db8::/32'], '2001:db8::5', true],
    [['203.0.113.0/28'], '203.0.113.16', false],
    [['not an address', '203.0.113.7'], '203.0.113.7', true],
    [['not an address'], '203.0.113.7', false],
  ])('with addresses %j and %s is let in: %s', (allowedIpAddresses, address, letIn) => {
    const check = () => checkWhereabouts({ ...box, allowedIpAddresses }, { origin: undefined, address });
    if (letIn) expect(check).not.toThrow();
    else expect(check).toThrow('IP address not allowed');
  });
});
