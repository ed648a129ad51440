import { isIP } from 'node:net';
import { invalidRequest } from '@lectern/contracts/core';

/** Whether `text` is an IP address or a range in CIDR notation. */
export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** @throws AppError `invalid_request` naming every invalid entry */
export function refuseBadAddresses(addresses: readonly string[] | null | undefined): void {
  const violations = (addresses ?? []).flatMap((input, index) => {
    const loc = ['body', 'allowed_ip_addresses', String(index)];
    const msg = 'Value error, must be an IP address or a range in CIDR notation';
    return isAddressRange(input) ? [] : [{ type: 'value_error', loc, msg, input }];
  });
  if (violations.length > 0) throw invalidRequest(violations);
}
