import { exportedFrom } from './doc-comments';
import { entriesOf, libs, read } from './workspace';

const SHARE_MIN = 0.9;
const ports = libs.filter((lib) => read(`libs/${lib}/project.json`).includes('"type:port"'));

describe('doc comments', () => {
  it('are found on exports and their members, and inherited by what implements a port', () => {
    const found = new Map(exportedFrom(['libs/blob-store/src/index.ts']).map((one) => [one.name, one.isDocumented]));
    expect(found.get('BlobStore')).toBe(true);
    expect(found.get('BlobStore.write')).toBe(true);
    expect(found.get('FilesystemBlobStore.write')).toBe(true);
    expect(found.get('BlobStoreModule.onApplicationShutdown')).toBe(false);
  });

  it.each(['contracts', 'bus', ...ports])('are on at least 90 %% of what %s exports', (lib) => {
    const exported = exportedFrom(entriesOf(lib));
    const bare = exported.filter(({ isDocumented }) => !isDocumented);
    const share = 1 - bare.length / exported.length;
    expect(share < SHARE_MIN ? bare.map(({ file, name }) => `${file}: ${name}`) : []).toEqual([]);
  });
});
