import { code, production, read } from './tidy/workspace';

const COLUMN = /@(?:PrimaryColumn|Column)\(([^)]*(?:\([^)]*\)[^)]*)*)\)\s*(\w+)!:/g;

/** `Entity.member` of all columns that are named like files of the blob store. */
function blobColumns(): string[] {
  const entities = production.filter((file) => file.endsWith('.entity.ts'));
  return entities.flatMap((file) =>
    read(file)
      .split(/^export class /m)
      .slice(1)
      .flatMap((source) => {
        const name = /^\w+/.exec(source)?.[0] ?? '';
        const columns = [...source.matchAll(COLUMN)];
        return columns.flatMap(([, options = '', member = '']) =>
          /blob/i.test(`${options} ${member}`) ? [`${name}.${member}`] : [],
        );
      }),
  );
}

describe('columns that name files of the blob store', () => {
  const registered = code
    .filter((file) => file.endsWith('/blob-names.ts'))
    .map(read)
    .join('\n');

  it('are found', () => {
    const found = blobColumns();
    for (const column of ['FieldEntity.blobKey', 'ImportEntity.looseBlobs', 'ProcessingFileEntity.blobKey'])
      expect(found).toContain(column);
  });

  it('are known to the sweep, which removes what none of them names', () => {
    expect(blobColumns().filter((column) => !registered.includes(`'${column}'`))).toEqual([]);
  });
});
