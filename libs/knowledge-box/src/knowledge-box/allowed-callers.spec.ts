import { isAddressRange, refuseBadAddresses } from './allowed-callers';

describe('isAddressRange', () => {
  it.each(['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '::1', '2001:db8::/32', '::/128'])('accepts %s', (text) => {
    expect(isAddressRange(text)).toBe(true);
  });

  it.each([
    '',
    'localhost',
    '10.0.0.256',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::/129',
    '10.0.0.0/-1',
    '1.2.3.4/0x8',
  ])('refuses %j', (text) => {
    expect(isAddressRange(text)).toBe(false);
  });
});

describe('refuseBadAddresses', () => {
  it('says which entries are wrong', () => {
    const refuse = () => refuseBadAddresses(['10.0.0.1', 'x', '::1', 'y']);
    expect(refuse).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    try {
      refuse();
    } catch (error) {
      expect(error).toMatchObject({
        details: {
          detail: [{ loc: ['body', 'allowed_ip_addresses', '1'] }, { loc: ['body', 'allowed_ip_addresses', '3'] }],
        },
      });
    }
    expect(() => refuseBadAddresses(null)).not.toThrow();
  });
});
