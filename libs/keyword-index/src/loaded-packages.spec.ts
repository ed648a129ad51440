import 'reflect-metadata';

describe('importing the index libs', () => {
  it.each(['@lectern/keyword-index', '@lectern/vector-index'])('%s loads no engine before one is used', (lib) => {
    const notAsked = (name: string) => () => {
      throw new Error(`${name} was loaded`);
    };
    for (const name of ['@lancedb/lancedb', 'apache-arrow', '@opensearch-project/opensearch', '@qdrant/js-client-rest'])
      jest.doMock(name, notAsked(name));
    jest.isolateModules(() => {
      expect(Object.keys(require(lib))).toContainEqual(expect.stringMatching(/^Embedded/));
      expect(() => require('@lancedb/lancedb')).toThrow('was loaded');
    });
  });
});
