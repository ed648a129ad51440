import { refusedQueries } from './refused-queries.fixture';
import { readQuery } from './read-query';

const read = (query: string, graphs: readonly string[] = []) => readQuery({ query, rowsMax: 100, graphs });

describe('a query of a graph', () => {
  it.each([
    ['SELECT * WHERE { ?s ?p ?o }', 'SELECT * WHERE { ?s ?p ?o }\nLIMIT 100'],
    ['SELECT ?s { ?s ?p ?o } LIMIT 5', 'SELECT ?s { ?s ?p ?o } LIMIT 5'],
    ['SELECT ?s { ?s ?p ?o } ORDER BY ?s OFFSET 5', 'SELECT ?s { ?s ?p ?o } ORDER BY ?s OFFSET 5\nLIMIT 100'],
    ['SELECT ?s { ?s ?p ?o } # all of them', 'SELECT ?s { ?s ?p ?o } # all of them\nLIMIT 100'],
    ['SELECT ?s { ?s ?p ?o } VALUES ?s { <a:b> }', 'SELECT ?s { ?s ?p ?o } \nLIMIT 100\nVALUES ?s { <a:b> }'],
    ['SELECT ?s { { SELECT ?s { ?s ?p ?o } LIMIT 5 } }', 'SELECT ?s { { SELECT ?s { ?s ?p ?o } LIMIT 5 } }\nLIMIT 100'],
  ])('that selects has a limit: %s', (query, sent) => {
    expect(read(query)).toEqual({ query: sent, isAsk: false });
    // What is sent is a query that may be sent.
    expect(read(sent)).toEqual({ query: sent, isAsk: false });
  });

  it('that asks has none', () => {
    expect(read(' ASK { ?s ?p "DROP ALL ; SERVICE <http://a>" } ')).toEqual({
      query: 'ASK { ?s ?p "DROP ALL ; SERVICE <http://a>" }',
      isAsk: true,
    });
  });

  it.each([
    'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> SELECT ?s { ?s ?p ?o FILTER(xsd:integer(?o) > 5) }',
    'SELECT (COUNT(*) AS ?n) { ?s a ?c } GROUP BY ?c HAVING (COUNT(*) > 1) ORDER BY DESC(?n)',
    'SELECT ?s { ?s <a:p>/<a:q>*|^<a:r> ?o . FILTER NOT EXISTS { ?s a ?o } MINUS { ?s <a:t> 1 } }',
    'SELECT ?s { GRAPH ?g { ?s ?p ?o } BIND(NOW() AS ?t) OPTIONAL { ?s <a:l> ?l } }',
    'SELECT ?s { ?s ?p "java:x", "INSERT DATA { }"@en }',
  ])('may do what only reads: %s', (query) => expect(read(query)).toHaveProperty('query'));

  it('names the graphs of its module only', () => {
    const allowed = ['http://a.example/zoo'];
    const of = (graph: string) => [
      `SELECT * FROM <${graph}> { ?s ?p ?o }`,
      `SELECT * FROM NAMED <${graph}> { ?s ?p ?o }`,
      `SELECT * { GRAPH <${graph}> { ?s ?p ?o } }`,
      `PREFIX a: <${graph}> SELECT * { GRAPH a: { ?s ?p ?o } }`,
    ];
    for (const query of of('http://a.example/zoo')) expect(read(query, allowed)).toHaveProperty('query');
    for (const query of of('http://b.example/zoo'))
      expect(read(query, allowed)).toEqual({
        problem: 'The graph <http://b.example/zoo> is not one of the graphs of the module',
      });
  });

  it('has no larger limit than its module', () => {
    expect(read('SELECT * { ?s ?p ?o } LIMIT 101')).toEqual({ problem: 'LIMIT must be at most 100' });
  });

  const refused = refusedQueries();
  it('is refused in more than 200 ways', () => expect(new Set(refused).size).toBeGreaterThan(200));

  it.each(refused)('is refused when it may do more than read: %j', (query) => {
    expect(read(query)).toEqual({ problem: expect.stringMatching(/\S/) });
  });
});
