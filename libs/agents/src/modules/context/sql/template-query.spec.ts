import { tablesOfQuestion } from './named-things';
import { templateQuery } from './template-query';

const column = (name: string) => ({ name, type: 'text', isNullable: true, isPrimaryKey: false });
const table = (name: string, ...columns: readonly string[]) => ({
  name,
  kind: 'table' as const,
  columns: columns.map(column),
  indexes: [],
});
const tables = [table('orders', 'id', 'status', 'total'), table('customers', 'id', 'name', 'home_city')];
const sample = {
  columns: ['id', 'name', 'home_city'],
  rows: [
    ['1', 'Ada', 'Oslo'],
    ['2', "O'Neill", 'New York'],
  ],
  hasMore: false,
};
const queryFor = (question: string, dialect: 'postgresql' | 'mysql' = 'postgresql') => {
  const [named] = tablesOfQuestion(question, tables);
  return (
    named && templateQuery({ question, named, dialect, sample: named.table.name === 'customers' ? sample : undefined })
  );
};

describe('a query that a rule makes', () => {
  it('lists the table that the question names', () => {
    expect(queryFor('Show me all orders')).toBe('SELECT * FROM "orders" LIMIT 50');
    expect(queryFor('Show me all orders', 'mysql')).toBe('SELECT * FROM `orders` LIMIT 50');
  });

  it('shows the columns that the question names, also of a table that it does not name', () => {
    expect(queryFor('What is the total of each order?')).toBe('SELECT "total" FROM "orders" LIMIT 50');
    expect(queryFor('Which home city is there?')).toBe('SELECT "home_city" FROM "customers" LIMIT 50');
  });

  it('counts when the question asks how many', () => {
    expect(queryFor('How many customers are there?')).toBe('SELECT count(*) AS "number of customers" FROM "customers"');
    expect(queryFor('Wie viele orders gibt es?')).toBe('SELECT count(*) AS "number of orders" FROM "orders"');
  });

  it('filters by values that the question names', () => {
    expect(queryFor('Which orders have the status "open"?')).toBe(
      `SELECT * FROM "orders" WHERE "status" = 'open' LIMIT 50`,
    );
    expect(queryFor('How many customers live in New York?')).toBe(
      `SELECT count(*) AS "number of customers" FROM "customers" WHERE "home_city" = 'New York'`,
    );
    expect(queryFor("Show the customer O'Neill")).toBe(`SELECT * FROM "customers" WHERE "name" = 'O''Neill' LIMIT 50`);
    expect(queryFor('orders with id 7')).toBe(`SELECT * FROM "orders" WHERE "id" = '7' LIMIT 50`);
  });

  it('has no value that could end a text', () => {
    expect(queryFor('orders with status "x\\"')).not.toContain('\\');
    expect(queryFor(`orders with status "x' OR 1=1 --"`)).toContain(`"status" = 'x'' OR 1=1 --'`);
  });

  it('is not made for a question about something else', () => {
    expect(queryFor('What pulls the sea?')).toBeUndefined();
  });
});
