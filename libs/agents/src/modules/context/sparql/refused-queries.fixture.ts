/** Texts that may do more than read, hide something from a parser, or are no queries. */
export function refusedQueries(): readonly string[] {
  const data = '<a:s> <a:p> <a:o>';
  const updates = [
    `INSERT DATA { ${data} }`,
    `DELETE DATA { ${data} }`,
    'DELETE WHERE { ?s ?p ?o }',
    'DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }',
    'INSERT { ?s <a:q> ?o } WHERE { ?s ?p ?o }',
    'DELETE { ?s ?p ?o } INSERT { ?s ?p 1 } WHERE { ?s ?p ?o }',
    'WITH <a:g> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }',
    'INSERT { ?s ?p ?o } USING <a:g> WHERE { ?s ?p ?o }',
    'LOAD <http://evil.example/data.ttl>',
    'LOAD SILENT <http://169.254.169.254/latest/meta-data/> INTO GRAPH <a:g>',
    'LOAD <file:///etc/passwd> INTO GRAPH <a:g>',
    'CLEAR ALL',
    'CLEAR DEFAULT',
    'CLEAR NAMED',
    'CLEAR SILENT GRAPH <a:g>',
    'DROP ALL',
    'DROP DEFAULT',
    'DROP SILENT GRAPH <a:g>',
    'CREATE GRAPH <a:g>',
    'CREATE SILENT GRAPH <a:g>',
    'COPY DEFAULT TO <a:g>',
    'MOVE <a:g> TO DEFAULT',
    'ADD SILENT <a:g> TO <a:h>',
    `INSERT DATA { GRAPH <a:g> { ${data} } }`,
  ];
  const select = 'SELECT * { ?s ?p ?o }';
  const around = updates.flatMap((update) => [
    update,
    update.toLowerCase().replaceAll('<a:', '<A:'),
    `# a comment\n${update}`,
    `PREFIX a: <http://a/> ${update}`,
    `${select} ; ${update}`,
    `${update} ; ${select}`,
    `${select}\n${update}`,
  ]);
  const foreign = ['<http://evil.example/sparql>', '<http://127.0.0.1:3030/ds>', '<file:///etc/passwd>', '?s', '<a:b>'];
  const services = foreign.flatMap((name) => [
    `SELECT * { SERVICE ${name} { ?s ?p ?o } }`,
    `SELECT * { SERVICE SILENT ${name} { ?s ?p ?o } }`,
    `SELECT * { ?s ?p ?o OPTIONAL { service ${name} { ?s ?q ?x } } }`,
    `ASK { { ?s ?p ?o } UNION { SERVICE ${name} { ?s ?p ?o } } }`,
    `SELECT * { { SELECT ?s { SERVICE ${name} { ?s ?p ?o } } LIMIT 1 } }`,
    `SELECT * { ?s ?p ?o FILTER EXISTS { SERVICE ${name} { ?s ?p ?o } } }`,
    `SELECT * { ?s ?p ?o MINUS { SERVICE ${name} { ?s ?p ?o } } }`,
  ]);
  const functions = ['java:java.lang.Runtime', 'http://evil.example/f', 'bif:exec', 'sql:rewrite', 'jar:http://a/b!'];
  const calls = functions.flatMap((name) => [
    `SELECT * { ?s ?p ?o FILTER(<${name}>(?o)) }`,
    `SELECT (<${name}>(?o) AS ?x) { ?s ?p ?o }`,
    `SELECT * { ?s ?p ?o BIND(<${name}>(?o) AS ?x) }`,
    `SELECT * { ?s ?p ?o } ORDER BY <${name}>(?o)`,
    `SELECT ?o { ?s ?p ?o } GROUP BY ?o HAVING (<${name}>(?o))`,
    `PREFIX f: <${name}> SELECT * { ?s ?p ?o FILTER(f:(?o)) }`,
  ]);
  const names = ['java:a.B', 'file:///etc/passwd', 'bif:contains', 'javascript:alert(1)'].map(
    (name) => `SELECT * { ?s <${name}> ?o }`,
  );
  const graphs = ['FROM', 'FROM NAMED'].map((from) => `SELECT * ${from} <http://evil.example/g> { ?s ?p ?o }`);
  const hidden = [
    '\\u0053ELECT * { ?s ?p ?o }',
    'SELECT * { ?s ?p "\\u0022 . SERVICE <http://a> { ?s ?p ?o } #" }',
    'SELECT * { ?s ?p <a:\\u003E> }',
    'SELECT * { ?s ?p "\\U00000022 } #" }',
    'SELECT * { ?s ?p ?o }\u0000; DROP ALL',
    'SELECT * { ?s ?p ?o }\u0085DROP ALL',
    'SELECT * { ?s ?p "a\u0007" }',
    'SELECT * { GRAPH <http://evil.example/g> { ?s ?p ?o } }',
    'BASE <http://evil.example/> SELECT * { ?s <f> ?o }',
  ];
  const others = [
    '',
    ' ',
    '# only a comment',
    'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }',
    'CONSTRUCT WHERE { ?s ?p ?o }',
    'DESCRIBE <a:s>',
    'DESCRIBE ?s { ?s ?p ?o }',
    'DESCRIBE *  { ?s ?p ?o }',
    'SELECT * FROM users',
    'DELETE FROM users',
    'MATCH (n) DETACH DELETE n',
    'DEFINE sql:log-enable 2 SELECT * { ?s ?p ?o }',
    'EXPLAIN SELECT * { ?s ?p ?o }',
    'SELECT * { ?s ?p ?o',
    'SELECT * { ?s ?p ?o }}',
    'SELECT * { ?s ?p ?o } LIMIT 1000000',
    'SELECT * { ?s ?p ?o } LIMIT -1',
    'SELECT * { a:b ?p ?o }',
    'SELECT * { ?s ?p ?o } SELECT * { ?s ?p ?o }',
    `SELECT * { ${'?s ?p ?o . '.repeat(1_000)} }`,
    `SELECT * ${'{'.repeat(4_000)}`,
    '{"query": "SELECT * { ?s ?p ?o }"}',
  ];
  return [...around, ...services, ...calls, ...names, ...graphs, ...hidden, ...others];
}
