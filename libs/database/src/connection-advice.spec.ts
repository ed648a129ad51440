import { connectionAdvice, versionAdvice } from './connection-advice';

const url = 'postgresql://ada:s3cret@db.example:5433/lectern';
const failing = (code: string, message = 'as it says') => Object.assign(new Error(message), { code });

describe('an error of the first connection', () => {
  it.each([
    ['28P01', 'Postgres at db.example:5433 refuses ada: correct user and password in DATABASE_URL'],
    ['3D000', 'Postgres at db.example:5433 has no database lectern: create it, or correct DATABASE_URL'],
    ['42501', 'Postgres at db.example:5433 does not let ada make what is needed: as it says'],
    ['ECONNREFUSED', 'Postgres at db.example:5433 cannot be used: correct DATABASE_URL, or start it (as it says)'],
  ])('%s becomes a line that says what to do', (code, line) => {
    expect(connectionAdvice(failing(code), url)).toBe(line);
  });

  it('names the first address of a host that has several', () => {
    const error = new AggregateError([failing('ECONNREFUSED', 'connect ECONNREFUSED ::1:5432'), failing('X')]);
    expect(connectionAdvice(error, 'postgresql://localhost')).toContain('(connect ECONNREFUSED ::1:5432)');
  });

  it('never shows a password, and takes addresses without a host', () => {
    const line = connectionAdvice(failing('28000'), 'postgresql://ada:s3cret@%2Frun%2Fpostgres/lectern');
    expect(line).toBe('Postgres at /run/postgres refuses ada: correct user and password in DATABASE_URL');
  });
});

describe('a server', () => {
  it.each([150_013, 90_624])('of version %i is refused in a line that says which is needed', (version) => {
    const major = Math.floor(version / 10_000);
    expect(versionAdvice(version, url)).toBe(
      `Postgres at db.example:5433 is version ${major}: Lectern needs 16 or later`,
    );
  });

  it.each([160_000, 180_004])('of version %i is used', (version) => {
    expect(versionAdvice(version, url)).toBeUndefined();
  });
});
