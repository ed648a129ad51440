import { boxTables } from './box-tables';
import { RowsWorld } from '../fixtures/rows-world';

describe('Tables with rows of knowledge boxes', () => {
  let world: RowsWorld;

  beforeAll(async () => {
    world = await RowsWorld.start();
  });
  afterAll(() => world.stop());

  const tablesWith = async (condition: string): Promise<string[]> => {
    const rows: { name: string }[] = await world.dataSource.query(
      `SELECT format('%s.%s', table_schema, table_name) AS name FROM information_schema.tables t
       WHERE table_schema = 'knowledge_box' AND ${condition} ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };
  const column = (name: string) => `EXISTS (SELECT FROM information_schema.columns c
    WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name AND c.column_name = '${name}')`;

  it('are all in the database that have a kbid, resources first', async () => {
    const tables = await boxTables(world.dataSource);
    expect(tables[0]).toBe('knowledge_box.resources');
    expect(tables).toContain('knowledge_box.exports');
    expect(tables.toSorted()).toEqual(await tablesWith(column('kbid')));
  });

  it('are all but the boxes, what belongs to accounts or the zone, and keys, which go with their service accounts', async () => {
    const others = [
      'account_blocks',
      'account_uses',
      'api_keys',
      'backups',
      'knowledge_boxes',
      'migrations',
      'nua_client_events',
      'nua_clients',
      'signing_keys',
    ];
    expect(await tablesWith(`NOT ${column('kbid')}`)).toEqual(others.map((name) => `knowledge_box.${name}`));
  });
});
