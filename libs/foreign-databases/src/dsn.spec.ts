import { withAuthority } from './database-authority';
import { parseDsn } from './dsn';

describe('the address of a database', () => {
  it('is read as drivers and SQLAlchemy write it', () => {
    const known = { user: 'ada', password: 'p@ss', database: 'shop' };
    const address = { ...known, dialect: 'postgresql', hostname: 'db.example.org', port: 5432, tls: 'prefer' };
    expect(parseDsn('postgresql://ada:p%40ss@db.example.org/shop')).toEqual(address);
    expect(parseDsn('postgres://ada:p%40ss@db.example.org:5433/shop?sslmode=verify-full')).toEqual({
      ...address,
      port: 5433,
      tls: 'verify',
    });
    expect(parseDsn('postgresql+psycopg2://ada:p%40ss@[2001:db8::1]/shop')).toMatchObject({ hostname: '2001:db8::1' });
    expect(parseDsn('mariadb+pymysql://ada:p%40ss@db.example.org/shop?charset=utf8mb4')).toEqual({
      ...address,
      dialect: 'mysql',
      port: 3306,
    });
    expect(parseDsn('sqlite:///sales/2026.db')).toEqual({ dialect: 'sqlite', path: 'sales/2026.db' });
  });

  it('is refused with a text that does not contain it', () => {
    const wrong = [
      'oracle://ada:hunter2@db/shop',
      'postgresql://ada:hunter2@/shop?host=/var/run/postgresql',
      'postgresql://ada:hunter2@a,b/shop',
      'postgresql://ada:hunter2@db.example.org',
      'postgresql://db.example.org/hunter2',
      'mysql://ada:hunter2@db/shop?local_infile=1',
      'mysql://ada:hunter2@db/shop?ssl_ca=/etc/passwd',
      'postgresql://ada:hunter2%@db/shop',
      'sqlite://',
      'sqlite:///hunter2.db?mode=rw',
    ];
    for (const dsn of wrong) {
      const read = () => parseDsn(dsn);
      expect(read).toThrow('The address of the database cannot be used');
      expect(read).not.toThrow('hunter2');
    }
  });

  it('of a file has no authority, and one of MySQL needs a name that can be verified', () => {
    const verified = (dsn: string, ca?: string) => () => withAuthority(parseDsn(dsn), ca);
    expect(verified('sqlite:///shop.db', 'pem')).toThrow('a file has no certificate');
    expect(verified('mysql://ada:hunter2@10.0.0.1/shop', 'pem')).toThrow('write the name of the server');
    expect(verified('mysql://ada:hunter2@10.0.0.1/shop?sslmode=verify-full')).toThrow('write the name of the server');
    expect(verified('mysql://ada:hunter2@10.0.0.1/shop?sslmode=require')()).toMatchObject({ tls: 'require' });
  });
});
