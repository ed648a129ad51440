import { driverOf, driverSettings } from './driver-choice';

const drivers = [
  { id: '1', identifier: 'box', provider: 'kbdb', config: { kbid: 'b' } },
  { id: '2', identifier: 'web', provider: 'tavily', config: { key: 'k' } },
  { id: '3', identifier: 'other', provider: 'tavily', config: { key: 'l' } },
];

describe('the driver of a module', () => {
  it('is the one that it names', () => {
    expect(driverOf(drivers, 'box', 'kbdb')).toBe(drivers[0]);
    expect(driverSettings(drivers, 'other', 'tavily')).toEqual({ key: 'l' });
  });

  it('is the first one of the provider when it names none', () => {
    expect(driverSettings(drivers, null, 'tavily')).toEqual({ key: 'k' });
    expect(() => driverOf(drivers, undefined, 'alinia')).toThrow('The agent has no driver of the provider alinia');
  });

  it('must be there, and of the right provider', () => {
    expect(() => driverOf(drivers, 'gone', 'tavily')).toThrow('no driver with the identifier gone');
    expect(() => driverOf(drivers, 'box', 'tavily')).toThrow('The driver box is of kbdb, not of tavily');
  });
});
