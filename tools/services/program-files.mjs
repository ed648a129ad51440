// Programs of services, and what the compiler and Nx know of their libraries.

const importing = (name, lib) => `import { ${name} } from '@lectern/${lib}';\n`;
const inOrder = (lines) => lines.toSorted((a, b) => specifierOf(a).localeCompare(specifierOf(b))).join('');
const specifierOf = (line) => /'([^']+)'/.exec(line)[1];
const listed = (names) => `[${names.join(', ')}]`;
const ofApp = (name) => ({ name: `app-${name}`, sourceRoot: `apps/${name}/src`, projectType: 'application' });

/** Longer lists have an item a line, as the formatter writes them. */
function declared(name, items) {
  const line = `const ${name} = ${listed(items)};\n`;
  return line.length <= 121 ? line : `const ${name} = [\n${items.map((item) => `  ${item},\n`).join('')}];\n`;
}

function projectText({ name, sourceRoot, projectType }, tag) {
  const line = `{ "name": "${name}", "sourceRoot": "${sourceRoot}", "projectType": "${projectType}", "tags": ["${tag}"] }\n`;
  if (line.length <= 121) return line;
  const members = [`"name": "${name}"`, `"sourceRoot": "${sourceRoot}"`, `"projectType": "${projectType}"`];
  return `{\n${[...members, `"tags": ["${tag}"]`].map((member) => `  ${member}`).join(',\n')}\n}\n`;
}

function appFiles(name, { modules, needsOneOf }) {
  const imports = Object.entries(modules).map(([lib, module]) => importing(module, lib));
  const options = needsOneOf ? `, { needsOneOf: [${needsOneOf.map((one) => `'${one}'`).join(', ')}] }` : '';
  return {
    [`apps/${name}/project.json`]: projectText(ofApp(name), 'type:app'),
    [`apps/${name}/src/main.ts`]: `import { run } from '@lectern/runtime';\nimport { modules } from './modules';\n\nvoid run(modules${options});\n`,
    [`apps/${name}/src/modules.ts`]:
      `${inOrder(imports)}\n/** Modules of this service. Its permissions on NATS follow from their declarations. */\n` +
      `export ${declared('modules', Object.values(modules))}`,
  };
}

function standaloneText(rows) {
  const modules = rows.flatMap(([, row]) => Object.entries(row.modules));
  const namesOf = (some) => some.flatMap(([, row]) => Object.values(row.modules));
  const accounts = rows.filter(([, { host }]) => host === 'accounts');
  const zone = rows.filter(([, { host }]) => host !== 'accounts');
  const imports = [...modules.map(([lib, module]) => importing(module, lib)), importing('run', 'runtime')];
  return `${inOrder(imports)}
${declared('zone', namesOf(zone))}
// Users and accounts are here, too, unless they are on a host of their own.
void run(process.env['ACCOUNTS_URL'] ? zone : ${listed([...namesOf(accounts), '...zone'])}, { defaults: { SIGN_IN_LINK: 'terminal' } });
`;
}

function migrateText(rows) {
  const schemas = rows.flatMap(([, { schema = {} }]) => Object.entries(schema));
  const imports = [
    ...schemas.map(([lib, name]) => importing(name, lib)),
    importing('migrateAndExit', 'database'),
    importing('upgradeIndexesAndExit', 'indexing'),
  ];
  return `${inOrder(imports)}
${declared(
  'schemas',
  schemas.map(([, name]) => name),
)}
void migrateAndExit(schemas).then(upgradeIndexesAndExit);
`;
}

/** Files that others import of a library with an index: all of it, and its schema alone. */
const entries = new Set(['index.ts', 'schema.ts']);

/** Names of libraries for the compiler, in the order in which they are; new ones last. */
function pathsText({ read, libs, list }) {
  const text = read('tsconfig.base.json');
  const wanted = libs.flatMap((lib) => {
    const files = list(`libs/${lib}/src`).filter((name) => /^[a-z-]+\.ts$/.test(name));
    const own = files.includes('index.ts') ? files.filter((file) => entries.has(file)) : files;
    return own.map((file) => {
      const entry = file === 'index.ts' ? lib : `${lib}/${file.slice(0, -3)}`;
      return `      "@lectern/${entry}": ["./libs/${lib}/src/${file}"]`;
    });
  });
  const [whole, begin, inside, end] = /("paths": \{\n)([^]*?)(\n {4}\})/.exec(text);
  const before = inside.split(',\n').filter((line) => wanted.includes(line));
  const lines = [...before, ...wanted.filter((line) => !before.includes(line))];
  return text.replace(whole, `${begin}${lines.join(',\n')}${end}`);
}

/** A library of a service that has none is given one. */
function libraryFiles(rows, { read }) {
  const libs = rows.flatMap(([, row]) => Object.keys(row.modules)).map((lib) => [lib, `libs/${lib}/project.json`]);
  const missing = libs.filter(([, file]) => read(file) === undefined);
  const project = (lib) => ({ name: lib, sourceRoot: `libs/${lib}/src`, projectType: 'library' });
  return Object.fromEntries(missing.map(([lib, file]) => [file, projectText(project(lib), 'type:service')]));
}

export function programFiles(services, checkout) {
  const rows = Object.entries(services);
  return {
    ...Object.assign({}, ...rows.map(([name, row]) => appFiles(name, row))),
    ...libraryFiles(rows, checkout),
    'apps/standalone/src/main.ts': standaloneText(rows),
    'apps/migrate/src/main.ts': migrateText(rows),
    'tsconfig.base.json': pathsText(checkout),
  };
}
