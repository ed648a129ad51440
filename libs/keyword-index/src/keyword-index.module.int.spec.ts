import 'reflect-metadata';
import { describeUnless, findOpenSearch, OpenSearchServer } from '@lectern/testing';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { KeywordIndex } from './keyword-index';
import { KeywordIndexModule } from './keyword-index.module';
import { hitsOf, kbid, queryOf, recordOf } from './keyword-records.contract';
import { TestZone } from './opensearch/opensearch-zone.contract';

@Module({ imports: [KeywordIndexModule.forRoot({ role: 'reader' })] })
class Searching {}

@Module({ imports: [KeywordIndexModule.forRoot({ role: 'writer' })] })
class Writing {}

const found = findOpenSearch();

describeUnless('missing' in found ? found.missing : undefined, 'KeywordIndexModule with OPENSEARCH_URL', () => {
  const before = { ...process.env };
  let server: OpenSearchServer;

  beforeAll(async () => {
    server = await OpenSearchServer.shared(found);
  }, 120_000);

  afterEach(() => {
    process.env = { ...before };
  });

  afterAll(() => server.stop());

  it('gives processes that write and processes that read the indexes of their zone', async () => {
    const zone = new TestZone(server.url);
    Object.assign(process.env, { OPENSEARCH_URL: server.url, OPENSEARCH_INDEX_PREFIX: zone.options.prefix });
    const [writing, searching] = await Promise.all(
      [Writing, Searching].map((module) => NestFactory.createApplicationContext(module, { logger: false })),
    );
    await writing?.get(KeywordIndex, { strict: false }).put(kbid, [recordOf(1, ['alpha'])]);
    const reader = searching?.get(KeywordIndex, { strict: false });
    expect(reader && (await hitsOf(reader, queryOf('alpha')))).toEqual([1]);
    await Promise.all([writing?.close(), searching?.close()]);
    await zone.destroy();
  });

  it('does not start where the address is wrong, and says so in one line', async () => {
    process.env['OPENSEARCH_URL'] = 'http://127.0.0.1:1';
    const starting = NestFactory.createApplicationContext(Searching, { logger: false, abortOnError: false });
    await expect(starting).rejects.toThrow(/^OPENSEARCH_URL \(http:\/\/127\.0\.0\.1:1\) does not answer.*$/);
  });
});
