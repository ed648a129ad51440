import { migrationLines, migrationPage } from './migration-text';

const migration = {
  id: 'a',
  startedAt: new Date('2026-01-01T00:00:00Z'),
  completedAt: new Date('2026-01-01T00:00:10Z'),
  report: { from: 'small', to: '=large', switched_at: '2026-01-01T00:00:09.000Z' },
  resources: 25,
};

describe('the report of a migration', () => {
  it('shows both models, and how long it took', () => {
    const page = migrationPage(migration);
    expect(page).toContain('|  | Before | After |\n| --- | --- | --- |\n| model of searches | small | =large |');
    expect(page).toContain('| resources | 25 |\n| seconds | 10 |\n| resources per second | 2.5 |');
  });

  it('is also CSV, of which spreadsheets take nothing for a formula', () => {
    expect(migrationLines(migration).split('\r\n')).toEqual([
      'section,row,column,value',
      'migration,model of searches,before,small',
      "migration,model of searches,after,'=large",
      'migration,in use,before,until 2026-01-01T00:00:09.000',
      'migration,in use,after,since 2026-01-01T00:00:09.000',
      'summary,resources,,25',
      'summary,seconds,,10',
      'summary,resources per second,,2.5',
      '',
    ]);
  });
});
