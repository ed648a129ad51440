import { tooLong } from '../../validation/members.fixture';
import { violations } from '../../validation/refused.fixture';
import { text } from '../../validation/requests.fixture';
import { validateInput } from '../../validation/validate';
import { ClientHeaders, clientOf } from './client-headers.dto';

const read = (header: object) => validateInput({ header: ClientHeaders }, { header }).header;

describe('the kind of a client', () => {
  it('is any word of at most 256 characters, and api without one', () => {
    expect([read({}), read({ 'x-kbdb-client': 'widget' }), read({ 'x-kbdb-client': text(256) })]).toEqual([
      { 'x-kbdb-client': 'api' },
      { 'x-kbdb-client': 'widget' },
      { 'x-kbdb-client': text(256) },
    ]);
    expect(violations(() => read({ 'x-kbdb-client': text(257) })).map(({ loc, msg }) => [...loc, msg])).toEqual([
      ['header', 'x-kbdb-client', tooLong(256)],
    ]);
  });

  it('counts as api where it is empty', () => {
    expect(['', ' ', '\t', ' web ', 'chrome_extension'].map((client) => clientOf({ 'x-kbdb-client': client }))).toEqual(
      ['api', 'api', 'api', 'web', 'chrome_extension'],
    );
  });
});
