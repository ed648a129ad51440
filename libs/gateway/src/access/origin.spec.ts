import type { KnowledgeBoxAccess } from '@lectern/contracts/knowledge-box';
import { checkOrigin } from './origin';

describe('where a request comes from', () => {
  const box: KnowledgeBoxAccess = {
    kbid: '',
    account: '',
    state: 'PRIVATE',
    allowedOrigins: null,
    allowedIpAddresses: null,
    userRole: null,
    blockedFeatures: [],
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
    const check = () => checkOrigin({ ...box, allowedOrigins }, { origin, address: '' });
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
    const check = () => checkOrigin({ ...box, allowedIpAddresses }, { origin: undefined, address });
    if (letIn) expect(check).not.toThrow();
    else expect(check).toThrow('IP address not allowed');
  });
});
