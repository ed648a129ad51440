import { code, production, read } from './tidy/workspace';

interface Declared {
  readonly name: string;
  readonly base: string | undefined;
  readonly isAbstract: boolean;
  readonly file: string;
}

const classes: readonly Declared[] = production.flatMap((file) =>
  [...read(file).matchAll(/^export (abstract )?class (\w+)(?:<[^>]*>)?(?: extends (\w+))?/gm)].map(
    ([, isAbstract, name = '', base]) => ({ name, base, isAbstract: isAbstract !== undefined, file }),
  ),
);

/** A port is an abstract class at the bottom; what extends one, however far up, is its adapter. */
const ports = classes.filter(({ isAbstract, base }) => isAbstract && base === undefined);

function adaptersOf(port: string): Declared[] {
  const direct = classes.filter(({ base }) => base === port);
  return direct.flatMap((found) => (found.isAbstract ? adaptersOf(found.name) : [found]));
}

const folderOf = ({ file }: Pick<Declared, 'file'>) => file.split('/').slice(0, 2).join('/');
const kebab = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

describe('ports', () => {
  it('are found', () => {
    const names = ports.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['BlobStore', 'Bus', 'Generator', 'KeywordIndex', 'VectorIndex']));
  });

  it('have a contract suite beside them, and adapters', () => {
    const suiteOf = (port: Declared) => `${folderOf(port)}/src/${kebab(port.name)}.contract.ts`;
    expect(ports.map(suiteOf).filter((suite) => !code.includes(suite))).toEqual([]);
    expect(ports.filter(({ name }) => adaptersOf(name).length === 0)).toEqual([]);
  });

  it('have contracts that every adapter keeps, in its own spec', () => {
    const pairs = ports.flatMap((port) => adaptersOf(port.name).map((adapter) => [port.name, adapter] as const));
    const broken = pairs.filter(([port, { name, file }]) => {
      const specs = code
        .filter((other) => other.startsWith(folderOf({ file })) && other.endsWith('.spec.ts'))
        .map(read);
      return !specs.some((spec) => spec.includes(`${kebab(port)}.contract'`) && new RegExp(`\\b${name}\\b`).test(spec));
    });
    expect(broken.map(([port, { name }]) => `${name} of ${port}`)).toEqual([]);
  });
});
