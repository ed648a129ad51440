import { permissionsOf } from './permissions';

describe('the permissions of a caller', () => {
  it.each([
    ['a reader', ['SMEMBER', 'READER'], { permissions: ['READER'], role: 'SMEMBER' }],
    ['a writer', ['SCONTRIBUTOR', 'WRITER', 'READER'], { permissions: ['READER', 'WRITER'], role: 'SCONTRIBUTOR' }],
    ['an owner of the account, who reads nothing', ['AOWNER', 'SOWNER'], { permissions: [], role: 'SOWNER' }],
    [
      'an owner of the account who was made a reader',
      ['SMEMBER', 'READER', 'AOWNER', 'SOWNER'],
      {
        permissions: ['READER'],
        role: 'SOWNER',
      },
    ],
    ['a NUA key', [], { permissions: [], role: null }],
  ] as const)('are those of %s', (_, roles, expected) => {
    expect(permissionsOf(roles)).toEqual(expected);
  });
});
