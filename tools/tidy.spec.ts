import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { entriesOf, files, foldersIn, isTest, libs, matches, production, read, root } from './tidy/workspace';

const README_LINES_MAX = 40;
const FOLDERS_BELOW_SRC_MAX = 3;
const specifierOf = (entry: string) =>
  entry.replace(
    /^libs\/([a-z-]+)\/src\/([a-z-]+)\.ts$/,
    (_, lib: string, name: string) => `@lectern/${lib}${name === 'index' ? '' : `/${name}`}`,
  );
const sources = files.filter((name) => /^(apps|libs|e2e|tools)\/.*\.(ts|tsx|mjs|cjs)$/.test(name));
const kinds = new Set(
  (
    'module handlers service repository entity task dto config spec int contract bench e2e-spec fixture ' +
    'operations database sql pages routes listener worker pipeline main d'
  ).split(' '),
);

describe('names', () => {
  it('of files are a noun, then a kind', () => {
    const odd = sources.filter((name) => {
      const [noun = '', ...rest] = (name.split('/').at(-1) ?? '').split('.').slice(0, -1);
      return !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(noun) || rest.some((kind) => !kinds.has(kind));
    });
    expect(odd).toEqual(['jest.config.cjs', 'eslint.config.mjs'].filter((name) => sources.includes(name)));
  });

  it('say what a thing is', () => {
    const isVague = (name: string) => name.split(/[/.-]/).some((part) => /^(utils?|common|helpers?|misc)$/.test(part));
    expect(sources.filter(isVague)).toEqual([]);
    const vague =
      /^\s*(export )?(abstract )?(class|interface|type) (I[A-Z][a-z]\w*|\w+(Impl|Helpers?|Manager|Utils?))\b/;
    expect(matches(sources, vague)).toEqual([]);
  });
});

describe('classes that ship', () => {
  it('have a name of their own', () => {
    const declared = production.flatMap((name) =>
      [...read(name).matchAll(/^(?:export )?(?:abstract )?class (\w+)/gm)].map(([, own = '']) => ({ own, name })),
    );
    const twice = [...Map.groupBy(declared, ({ own }) => own)].filter(([, all]) => all.length > 1);
    expect(twice.map(([own, all]) => [own, ...all.map(({ name }) => name)])).toEqual([]);
  });
});

describe('folders', () => {
  it('of a lib are few and shallow', () => {
    const deep = production.filter((name) => name.split('/').length - 3 > FOLDERS_BELOW_SRC_MAX + 1);
    expect(deep).toEqual([]);
  });

  it('of a noun of the contracts have its operations, DTOs, pages and recorded examples, and nothing else', () => {
    const ofNouns = files.filter((name) =>
      /^libs\/contracts\/src\/(accounts|knowledge-box|search|understanding)\/.*\//.test(name),
    );
    expect(ofNouns.length).toBeGreaterThan(20);
    const kinds = /\/([a-z-]+)\/\1\.((dto|operations|pages|spec)\.ts|examples\.json)$/;
    expect(ofNouns.filter((name) => !kinds.test(name))).toEqual([]);
  });

  it('have one index, at the root of a lib', () => {
    const below = files.filter(
      (name) => /(^|\/)index\.[jt]sx?$/.test(name) && !/^libs\/[a-z-]+\/src\/index\.ts$/.test(name),
    );
    expect(below).toEqual([]);
    const barrels = production.filter((name) => !libs.flatMap(entriesOf).includes(name));
    expect(matches(barrels, /^export \* from/)).toEqual([]);
  });
});

describe('every lib', () => {
  it.each(libs)('%s says in a page what it is for', (lib) => {
    expect(existsSync(join(root, 'libs', lib, 'README.md'))).toBe(true);
    expect(read(`libs/${lib}/README.md`).trimEnd().split('\n').length).toBeLessThanOrEqual(README_LINES_MAX);
  });

  it.each([...libs.map((lib) => `libs/${lib}`), ...foldersIn('apps').map((app) => `apps/${app}`), 'e2e', 'tools'])(
    '%s is a project with a tag that lint knows',
    (folder) => {
      expect(JSON.parse(read(`${folder}/project.json`))).toMatchObject({
        name: folder.replace(/^libs\//, '').replace(/^apps\//, 'app-'),
        tags: [
          expect.stringMatching(
            /^type:(app|contracts|plain|platform|port|service|resource-store|activity|understanding|augmentation|processing-api|datasets|access|indexing|knowledge-box|transfer|testing|e2e|tools)$/,
          ),
        ],
      });
    },
  );

  it('is known to the compiler by its name, or the names of its entry points', () => {
    const { paths } = JSON.parse(read('tsconfig.base.json')).compilerOptions;
    const wanted = libs.flatMap(entriesOf).map((file) => [specifierOf(file), [`./${file}`]]);
    expect(paths).toEqual(Object.fromEntries(wanted));
  });
});

describe('production code', () => {
  it('has one program that migrates every schema', () => {
    const schemas = production.flatMap((name) =>
      [...read(name).matchAll(/^export const (\w+Schema) = \{\s*schema:/gm)].map(([, schema]) => schema),
    );
    expect(schemas).not.toEqual([]);
    expect(
      schemas.filter((schema) => !new RegExp(`\\[.*\\b${schema}\\b`).test(read('apps/migrate/src/main.ts'))),
    ).toEqual([]);
  });

  it('imports no testing code', () => {
    const testing =
      /(from|import\(|require\() ?'(@lectern\/testing|fast-check|@?jest[^']*|[^']*(\.(spec|contract|fixture|bench)|\/fixtures\/[^']*))'/;
    expect(matches(production, testing)).toEqual([]);
  });
});

describe('text', () => {
  it('leaves nothing to do without a number', () => {
    const others = files.filter((name) => name !== 'tools/tidy.spec.ts' && !name.startsWith('docs/'));
    expect(matches(others, /\b(TODO|FIXME|XXX)\b(?! #\d)/).filter((line) => !/'[X.]+'/.test(line))).toEqual([]);
  });

  it('names no path of the machine it was written on', () => {
    const places = [root, homedir()].filter((place) => place.length > 2).map((place) => `${place}/`);
    const found = files.flatMap((name) =>
      places.filter((place) => read(name).includes(place)).map((place) => `${name} ${place}`),
    );
    expect(found).toEqual([]);
  });

  it('gives a reason wherever a rule is switched off', () => {
    expect(matches(sources, /eslint-disable(?!.* -- \S)/).filter((line) => !line.startsWith('tools/tidy'))).toEqual([]);
  });

  it('of tests says what is, not what should be', () => {
    const tests = sources.filter((name) => isTest(name) && name.endsWith('.ts'));
    expect(matches(tests, /\b(it|test)\(['"`]should\b/)).toEqual([]);
  });
});

describe('work that is repeated', () => {
  it('is a task with `every`, or a round of one process: few intervals are left, which guard one call or connection', () => {
    const timed = production.filter((name) => /^libs\/(?!testing\/)/.test(name) && /\bsetInterval\(/.test(read(name)));
    expect(timed.toSorted()).toEqual([
      'libs/bus/src/nats/nats-bus.ts', // signs of life to other processes
      'libs/extraction/src/processes/extraction-processes.ts', // memory of child processes
      'libs/foreign-databases/src/session/received-bytes.ts', // bytes that one connection receives
      'libs/gateway/src/body/upload.ts', // speed of one request
      'libs/runtime/src/application.ts', // connections of a process that stops
      'libs/runtime/src/rounds.ts',
      'libs/workers/src/stoppable-threads.ts', // processor time of one thread
    ]);
  });

  it('is taken under the leases of jobs', () => {
    const takers = production.filter((name) => !name.startsWith('libs/database/'));
    const own = takers.filter((name) => /\bSKIP LOCKED\b/i.test(read(name)));
    // The leases of clients that fetch results of pushes.
    expect(own).toEqual(['libs/processing-api/src/push/processing-delivery.repository.ts']);
  });
});

describe('what others have packed', () => {
  it('is unpacked by the library for it; few files unpack something else', () => {
    const unpacking = /import [^;]*\b\w*(gunzip|inflate|unzip|decompress)\w*\b[^;]* from 'node:zlib'/i;
    const others = production.filter((name) => !name.startsWith('libs/archives/') && unpacking.test(read(name)));
    expect(others.toSorted()).toEqual([
      'libs/activity/src/trace/stored-trace.ts', // its own traces
      'libs/egress/src/received-body.ts', // bodies of HTTP
      'libs/extraction/src/extract/pdf/pdf-forms.ts', // streams of a PDF
      'libs/extraction/src/processes/resume-token.ts', // its own tokens
    ]);
  });
});

describe('e2e specs', () => {
  it('leave it to the harness which modes run: a suite of which none runs is skipped, and does not fail', () => {
    const specs = files.filter((name) => name.startsWith('e2e/specs/'));
    expect(matches(specs, /describe(\.\w+)?\.each\([^)]*modes/i)).toEqual([]);
  });
});
