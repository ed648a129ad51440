import { membersOf } from '../../validation/answers.fixture';
import { changed, empty, required, tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import { ZoneAnnouncement } from './zone.dto';
import { announceZone, indexRemoteZone, listAccountZones, listZones } from './zone.operations';

const zone = { slug: 'zone-1', title: 'Zone 1', origin: 'http://localhost:8080' };
const slug = "String should match pattern '^[a-z0-9][a-z0-9_-]{0,62}$'";
const origin = "String should match pattern '^https?:\\/\\/[^/?#\\s]+$'";

describe('zones', () => {
  it('are listed for users and for members of an account', () => {
    expect(routesOf(listZones, listAccountZones, announceZone, indexRemoteZone)).toEqual({
      'GET /zones': '200 json; any of self; user pat',
      'GET /account/{account}/zones': '200 json; AMEMBER or AOWNER of account; user pat',
      'POST /peer/accounts.zone.announce': '200 json; any of nothing; peer',
    });
    expect(conductOf(listZones, listAccountZones, announceZone, indexRemoteZone)).toEqual({
      'accounts.zone.list': '10 s',
      'accounts.account-zone.list': '10 s',
      'accounts.zone.announce': '5 s',
      'accounts.remote-zone.index': '5 s',
    });
  });

  it('are bare arrays, of which clients take the origin as the base of all addresses', () => {
    expect([listZones, listAccountZones].map(({ http }) => http?.member)).toEqual(['zones', 'zones']);
    expect(membersOf(`${__dirname}/zone.dto.ts`, 'Zone')).toBe('id, slug, title, cloud_provider, private, origin');
  });

  it('announce themselves with three members', () => {
    expect(wireOf(ZoneAnnouncement, zone)).toEqual({ slug: 'text!', title: 'text!', origin: 'text!' });
    expect(faults(announceZone, { body: {} })).toEqual(
      ['slug', 'title', 'origin'].map((name) => `body.${name}: ${required}`),
    );
  });

  it.each([
    ['slug', text(63), text(64), slug],
    ['slug', '0', '-zone', slug],
    ['slug', 'a_b-c', 'Zone', slug],
    ['slug', 'a', 'a.b', slug],
    ['title', text(256), text(257), tooLong(256)],
    ['title', 'Ä', '', empty],
    ['origin', 'https://lectern.example', 'https://lectern.example/', origin],
    ['origin', 'http://[::1]:8080', 'lectern.example', origin],
    ['origin', 'http://10.0.0.1', 'ftp://10.0.0.1', origin],
    ['origin', 'http://a', 'http://a b', origin],
    ['origin', `http://${text(505)}`, `http://${text(506)}`, tooLong(512)],
  ])('announce a proper %s only', (at, good, bad, fault) => {
    const faultsAt = (value: unknown) => faults(announceZone, { body: changed<object>(zone, at, value) });
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${at}: ${fault}`]]);
  });
});
