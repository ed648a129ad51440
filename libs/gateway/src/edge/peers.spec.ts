import { Peers } from './peers';

const key = 'shared by the accounts host and a zone';
const accountsHost = { hosts: ['accounts'], zone: 'local' };
const zoneHost = { hosts: ['zone'], zone: 'east' };
const none = { ACCOUNTS_URL: undefined, ZONE_KEY: undefined, ZONE_KEYS: [] };
const ofZone = { ...none, ACCOUNTS_URL: 'https://accounts.example/', ZONE_KEY: key };
const ofAccounts = { ...none, ZONE_KEYS: [`east=${key}`, `west=another-${key}==`] };

describe('peers', () => {
  const zone = Peers.of(ofZone, zoneHost);
  const accounts = Peers.of(ofAccounts, accountsHost);

  it('know each other by the key they share', async () => {
    expect(await accounts.verify(await zone.tokenForAccounts())).toMatchObject({ id: 'zone:east' });
    expect(await zone.verify(await accounts.tokenForZone('east'))).toMatchObject({ id: 'accounts' });
  });

  it('do not know those of other keys, nor what they said themselves', async () => {
    const stranger = Peers.of({ ...ofZone, ZONE_KEY: `not-${key}` }, zoneHost);
    const unknown = Peers.of(ofZone, { ...zoneHost, zone: 'north' });
    for (const token of [await stranger.tokenForAccounts(), await unknown.tokenForAccounts()])
      await expect(accounts.verify(token)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(zone.verify(await accounts.tokenForZone('west'))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(zone.verify(await zone.tokenForAccounts())).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('take keys with any characters but commas', async () => {
    const west = Peers.of({ ...ofZone, ZONE_KEY: `another-${key}==` }, { ...zoneHost, zone: 'west' });
    expect(await accounts.verify(await west.tokenForAccounts())).toMatchObject({ id: 'zone:west' });
  });

  it('cannot be asked where there is no key', async () => {
    await expect(accounts.tokenForZone('north')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each([
    ['set GATEWAY_HOSTS to zone', ofZone, { hosts: ['zone', 'accounts'], zone: 'east' }],
    ['set both, or none', { ...none, ACCOUNTS_URL: 'https://accounts.example' }, zoneHost],
    ['GATEWAY_HOSTS does not contain accounts', ofAccounts, zoneHost],
    ['each key of at least 32 characters', { ...none, ZONE_KEYS: ['east=short'] }, accountsHost],
    ['must be slug=key', { ...none, ZONE_KEYS: [key] }, accountsHost],
    ['which is this zone itself', ofAccounts, { hosts: ['zone', 'accounts'], zone: 'east' }],
  ])('that are configured wrongly stop the start and say: %s', (text, config, place) => {
    expect(() => Peers.of(config, place)).toThrow(text);
  });

  it('are not shown with their keys when the configuration is wrong', () => {
    const reading = () => Peers.of({ ...none, ZONE_KEYS: ['east=short-and-secret'] }, accountsHost);
    expect(reading).toThrow('ZONE_KEYS');
    expect(reading).not.toThrow('short-and-secret');
  });
});
