import { driverOf, settingsOf } from './driver-choice';

const drivers = [
  { identifier: 'box', provider: 'kbdb', config: { kbid: 'b' } },
  { identifier: 'web', provider: 'tavily', config: { key: 'k' } },
  { identifier: 'other', provider: 'tavily', config: { key: 'l' } },
];

describe('the driver of a module', () => {
  it('is the one that it names', () => {
    expect(driverOf(drivers, 'box', 'kbdb')).toBe(drivers[0]);
    expect(settingsOf(drivers, 'other', 'tavily')).toEqual({ key: 'l' });
  });

  it('is the first one of the provider when it names none', () => {
    expect(settingsOf(drivers, null, 'tavily')).toEqual({ key: 'k' });
    expect(() => driverOf(drivers, undefined, 'alinia')).toThrow('The agent has no driver of the provider alinia');
  });

  it('must be there, and of the right provider', () => {
    expect(() => driverOf(drivers, 'gone', 'tavily')).toThrow('no driver with the identifier gone');
    expect(() => driverOf(drivers, 'box', 'tavily')).toThrow('The driver box is of kbdb, not of tavily');
  });
});
