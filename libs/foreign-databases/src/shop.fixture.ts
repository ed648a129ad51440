/** Statements that make the database of specs, for each dialect. */
export const shop = {
  postgresql: [
    'CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL, city text)',
    'CREATE TABLE orders (id int PRIMARY KEY, customer_id int REFERENCES customers (id), status text, total numeric(10,2), placed date)',
    'CREATE TABLE secrets (id int PRIMARY KEY, token text)',
    'CREATE VIEW big_orders AS SELECT * FROM orders WHERE total > 50',
    'CREATE SEQUENCE numbers',
    'CREATE DOMAIN positive AS int CHECK (value > 0)',
    "CREATE FUNCTION wipe() RETURNS int LANGUAGE sql AS 'DELETE FROM orders; SELECT 1'",
    'CREATE INDEX orders_by_status ON orders (status)',
  ],
  mysql: [
    'CREATE TABLE customers (id int PRIMARY KEY, name varchar(100) NOT NULL, city varchar(100))',
    'CREATE TABLE orders (id int PRIMARY KEY, customer_id int, status varchar(20), total decimal(10,2), placed date, FOREIGN KEY (customer_id) REFERENCES customers (id), KEY orders_by_status (status))',
    'CREATE TABLE secrets (id int PRIMARY KEY, token varchar(100))',
    'CREATE VIEW big_orders AS SELECT * FROM orders WHERE total > 50',
    'CREATE SEQUENCE numbers',
    'CREATE FUNCTION wipe() RETURNS INT BEGIN DELETE FROM orders; RETURN 1; END',
  ],
  sqlite: [
    'CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT)',
    'CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), status TEXT, total REAL, placed TEXT)',
    'CREATE TABLE secrets (id INTEGER PRIMARY KEY, token TEXT)',
    'CREATE VIEW big_orders AS SELECT * FROM orders WHERE total > 50',
    'CREATE INDEX orders_by_status ON orders (status)',
  ],
} as const;

/** The same rows for all. */
export const shopRows = [
  "INSERT INTO customers VALUES (1, 'Ada', 'Oslo'), (2, 'Grace', 'Lima'), (3, 'Linus', 'Oslo')",
  "INSERT INTO orders VALUES (1, 1, 'open', 12.50, '2026-01-05'), (2, 2, 'shipped', 99.00, '2026-02-01'), (3, 1, 'open', 7.25, '2026-02-14'), (4, 3, 'cancelled', 60.00, '2026-03-01')",
  "INSERT INTO secrets VALUES (1, 'hunter2')",
] as const;
